// names put together
h = 0.25;
Point(1) = {0, 0, 0, h}; Point(2) = {1, 0, 0, h}; Point(3) = {1, 0.5, 0, h}; Point(4) = {0, 0.5, 0, h};
Line(1) = {1, 2}; Line(2) = {2, 3}; Line(3) = {3, 4}; Line(4) = {4, 1};
Curve Loop(1) = {1, 2, 3, 4}; Plane Surface(1) = {1};
For i In {1 : 4}
  Physical Curve(Sprintf("side_%g", i)) = {i};
EndFor
Physical Surface(StrCat("bo", "dy")) = {1};
