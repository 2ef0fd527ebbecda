// an ellipse in four arcs
h = 0.1;
Point(1) = {0, 0, 0, h}; Point(2) = {1, 0, 0, h}; Point(3) = {0, 0.5, 0, h}; Point(4) = {-1, 0, 0, h}; Point(5) = {0, -0.5, 0, h};
Ellipse(1) = {2, 1, 2, 3}; Ellipse(2) = {3, 1, 4, 4}; Ellipse(3) = {4, 1, 4, 5}; Ellipse(4) = {5, 1, 2, 2};
Curve Loop(1) = {1, 2, 3, 4}; Plane Surface(1) = {1};
Physical Surface("ellipse") = {1};
