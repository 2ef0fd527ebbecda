// finer towards both ends
h = 1;
Point(1) = {0, 0, 0, h}; Point(2) = {1, 0, 0, h}; Point(3) = {1, 0.5, 0, h}; Point(4) = {0, 0.5, 0, h};
Line(1) = {1, 2}; Line(2) = {2, 3}; Line(3) = {3, 4}; Line(4) = {4, 1};
Curve Loop(1) = {1, 2, 3, 4}; Plane Surface(1) = {1};
Transfinite Curve{1, 3} = 13 Using Bump 0.2; Transfinite Curve{2, 4} = 5;
Transfinite Surface{1} Alternated;
Physical Surface("body") = {1};
