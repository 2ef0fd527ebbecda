// blocks by a macro
SetFactory("OpenCASCADE");
Macro AddBlock
  v = newv; Box(v) = {x, 0, 0, 0.4, 0.4, height}; blocks[] += v;
Return
blocks[] = {};
For k In {1 : 3}
  x = 0.5*k; height = 0.1*k; Call AddBlock;
EndFor
Mesh.CharacteristicLengthMax = 0.2;
Physical Volume("blocks") = {blocks[]};
