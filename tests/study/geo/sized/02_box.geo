// fine in a box
h = 0.2;
Point(1) = {0, 0, 0, h}; Point(2) = {1, 0, 0, h}; Point(3) = {1, 0.5, 0, h}; Point(4) = {0, 0.5, 0, h};
Line(1) = {1, 2}; Line(2) = {2, 3}; Line(3) = {3, 4}; Line(4) = {4, 1};
Curve Loop(1) = {1, 2, 3, 4}; Plane Surface(1) = {1};
Field[1] = Box; Field[1].VIn = 0.03; Field[1].VOut = 0.2; Field[1].XMin = 0.3; Field[1].XMax = 0.6; Field[1].YMin = 0; Field[1].YMax = 0.2;
Background Field = 1;
Physical Surface("body") = {1};
