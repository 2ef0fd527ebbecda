// a brake pad: the leading and trailing edge cut off
SetFactory("OpenCASCADE");
Box(1) = {0, 0, 0, 1, 0.5, 0.2};
c() = Chamfer{1}{10, 12}{1, 6}{0.05};
Mesh.CharacteristicLengthMax = 0.2;
Physical Volume("pad") = {c(0)};
