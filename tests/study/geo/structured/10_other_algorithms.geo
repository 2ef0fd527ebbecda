// a volume by other algorithms, made better afterwards
Mesh.Algorithm = 5; Mesh.Algorithm3D = 1; Mesh.Optimize = 1; Mesh.Smoothing = 3;
SetFactory("OpenCASCADE");
Box(1) = {0, 0, 0, 1, 0.5, 0.4};
Mesh.CharacteristicLengthMax = 0.2;
Physical Volume("block") = {1};
