// B-spline and Bezier
Point(1) = {0, 0, 0, 0.1}; Point(2) = {0.3, -0.1, 0, 0.1}; Point(3) = {0.7, 0.1, 0, 0.1}; Point(4) = {1, 0, 0, 0.1};
Point(5) = {1.2, 0.3, 0, 0.1}; Point(6) = {1, 0.5, 0, 0.1}; Point(7) = {0, 0.5, 0, 0.1};
BSpline(1) = {1, 2, 3, 4}; Bezier(2) = {4, 5, 6}; Line(3) = {6, 7}; Line(4) = {7, 1};
Curve Loop(1) = {1, 2, 3, 4}; Plane Surface(1) = {1};
Physical Surface("body") = {1};
