// rounded edges
SetFactory("OpenCASCADE");
Box(1) = {0, 0, 0, 1, 0.5, 0.4};
f() = Fillet{1}{1, 3}{0.08};
Mesh.CharacteristicLengthMax = 0.25;
Physical Volume("body") = {f(0)};
