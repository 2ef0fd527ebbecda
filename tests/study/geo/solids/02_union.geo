// two blocks made one
SetFactory("OpenCASCADE");
Box(1) = {0, 0, 0, 1, 0.5, 0.4};
Box(2) = {0.3, 0.1, 0.3, 0.4, 0.3, 0.4};
BooleanUnion(3) = { Volume{1}; Delete; }{ Volume{2}; Delete; };
Mesh.CharacteristicLengthMax = 0.25;
Physical Volume("body") = {3};
