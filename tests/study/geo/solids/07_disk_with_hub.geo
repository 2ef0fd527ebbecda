// half a brake disc
SetFactory("OpenCASCADE");
Cylinder(1) = {0, 0, 0, 0, 0, 0.1, 1, Pi};
Cylinder(2) = {0, 0, -0.1, 0, 0, 0.3, 0.4, Pi};
BooleanDifference(3) = { Volume{1}; Delete; }{ Volume{2}; Delete; };
Mesh.CharacteristicLengthMax = 0.25;
Physical Volume("disc") = {3};
