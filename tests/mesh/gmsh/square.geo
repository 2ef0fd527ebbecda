// Unit square of P1 triangles; the bottom is in two groups, the body too.
Point(1) = {0, 0, 0, 0.6}; Point(2) = {1, 0, 0, 0.6}; Point(3) = {1, 1, 0, 0.6}; Point(4) = {0, 1, 0, 0.6};
Line(1) = {1, 2}; Line(2) = {2, 3}; Line(3) = {3, 4}; Line(4) = {4, 1};
Curve Loop(1) = {1, 2, 3, 4}; Plane Surface(1) = {1};
Physical Curve("bottom", 7) = {1}; Physical Curve("whole edge", 9) = {1, 2, 3, 4}; Physical Curve(12) = {-3};
Physical Surface("body", 3) = {1}; Physical Surface("same body", 4) = {1};
