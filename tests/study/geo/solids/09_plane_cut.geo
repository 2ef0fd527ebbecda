// a plane figure: a rectangle less a disk
SetFactory("OpenCASCADE");
Rectangle(1) = {0, 0, 0, 1, 0.5, 0.05};
Disk(2) = {0.5, 0.25, 0, 0.15, 0.1};
BooleanDifference(3) = { Surface{1}; Delete; }{ Surface{2}; Delete; };
Mesh.CharacteristicLengthMax = 0.1;
Physical Surface("plate") = {3};
b() = Boundary{ Surface{3}; };
Physical Curve("rim") = {b()};
