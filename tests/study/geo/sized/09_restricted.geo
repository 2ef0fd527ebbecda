// one field on one part only
SetFactory("OpenCASCADE");
Box(1) = {0, 0, 0, 1, 0.5, 0.3}; Box(2) = {0, 0, 0.3, 1, 0.5, 0.3};
v() = BooleanFragments{ Volume{1}; Delete; }{ Volume{2}; Delete; };
Field[1] = MathEval; Field[1].F = "0.12";
Field[2] = Restrict; Field[2].InField = 1; Field[2].VolumesList = {1};
Background Field = 2; Mesh.CharacteristicLengthMax = 0.3;
Physical Volume("fine") = {1}; Physical Volume("coarse") = {2};
