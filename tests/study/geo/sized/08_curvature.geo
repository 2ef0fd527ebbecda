// fine where it is curved
SetFactory("OpenCASCADE");
Mesh.CharacteristicLengthFromCurvature = 1; Mesh.MinimumElementsPerTwoPi = 12; Mesh.CharacteristicLengthMax = 0.4;
Sphere(1) = {0, 0, 0, 0.5};
Physical Volume("ball") = {1};
