// a strip that repeats
h = 0.15;
Point(1) = {0, 0, 0, h}; Point(2) = {1, 0, 0, h}; Point(3) = {1, 0.5, 0, h}; Point(4) = {0, 0.5, 0, h};
Line(1) = {1, 2}; Line(2) = {2, 3}; Line(3) = {3, 4}; Line(4) = {4, 1};
Curve Loop(1) = {1, 2, 3, 4}; Plane Surface(1) = {1};
Periodic Curve{2} = {-4} Translate {1, 0, 0};
Physical Surface("strip") = {1}; Physical Curve("left") = {4}; Physical Curve("right") = {2};
