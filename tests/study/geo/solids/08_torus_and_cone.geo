// a ring and a cone, apart
SetFactory("OpenCASCADE");
Torus(1) = {0, 0, 0, 1, 0.2};
Cone(2) = {0, 0, 0, 0, 0, 0.8, 0.4, 0.1};
Mesh.CharacteristicLengthMax = 0.3;
Physical Volume("ring") = {1}; Physical Volume("cone") = {2};
