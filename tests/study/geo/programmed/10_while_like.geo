// sizes that halve until they are small; a list searched
h = 0.4; sizes[] = {h};
For i In {1 : 3}
  h = h/2; sizes[] += h;
EndFor
If (Find(sizes[], 0.1))
  h = 0.1;
EndIf
Point(1) = {0, 0, 0, h}; Point(2) = {1, 0, 0, h}; Point(3) = {1, 0.5, 0, h}; Point(4) = {0, 0.5, 0, h};
Line(1) = {1, 2}; Line(2) = {2, 3}; Line(3) = {3, 4}; Line(4) = {4, 1};
Curve Loop(1) = {1, 2, 3, 4}; Plane Surface(1) = {1};
Physical Surface("body") = {1};
