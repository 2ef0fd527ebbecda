// a hole through a block
SetFactory("OpenCASCADE");
Box(1) = {0, 0, 0, 1, 0.5, 0.4};
Cylinder(2) = {0.5, 0.25, -0.1, 0, 0, 0.6, 0.15};
BooleanDifference(3) = { Volume{1}; Delete; }{ Volume{2}; Delete; };
Mesh.CharacteristicLengthMax = 0.2;
Physical Volume("block") = {3};
