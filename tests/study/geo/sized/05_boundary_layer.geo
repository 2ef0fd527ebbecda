// layers along a wall
h = 0.2;
Point(1) = {0, 0, 0, h}; Point(2) = {1, 0, 0, h}; Point(3) = {1, 0.5, 0, h}; Point(4) = {0, 0.5, 0, h};
Line(1) = {1, 2}; Line(2) = {2, 3}; Line(3) = {3, 4}; Line(4) = {4, 1};
Curve Loop(1) = {1, 2, 3, 4}; Plane Surface(1) = {1};
Field[1] = BoundaryLayer; Field[1].EdgesList = {1}; Field[1].NodesList = {1, 2}; Field[1].hfar = 0.2; Field[1].hwall_n = 0.01; Field[1].thickness = 0.05; Field[1].ratio = 1.3; Field[1].Quads = 0;
BoundaryLayer Field = 1;
Physical Surface("body") = {1};
