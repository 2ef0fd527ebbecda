// copies about an axis
SetFactory("OpenCASCADE");
Box(1) = {0.5, -0.1, 0, 0.4, 0.2, 0.2};
For i In {1 : 3}
  Rotate { {0, 0, 1}, {0, 0, 0}, i*Pi/2 } { Duplicata { Volume{1}; } }
EndFor
Mesh.CharacteristicLengthMax = 0.15;
Physical Volume("arms") = {1 : 4};
