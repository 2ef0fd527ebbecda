// two bodies with a common face
SetFactory("OpenCASCADE");
Box(1) = {0, 0, 0, 1, 0.5, 0.2};
Box(2) = {0.2, 0.1, 0.2, 0.6, 0.3, 0.3};
v() = BooleanFragments{ Volume{1}; Delete; }{ Volume{2}; Delete; };
Mesh.CharacteristicLengthMax = 0.2;
Physical Volume("base") = {1}; Physical Volume("slider") = {2};
