// a pad: a rectangle turned about an axis
h = 0.2;
Point(1) = {1, 0, 0, h}; Point(2) = {1.5, 0, 0, h}; Point(3) = {1.5, 0, 0.2, h}; Point(4) = {1, 0, 0.2, h};
Line(1) = {1, 2}; Line(2) = {2, 3}; Line(3) = {3, 4}; Line(4) = {4, 1};
Curve Loop(1) = {1, 2, 3, 4}; Plane Surface(1) = {1};
out[] = Extrude { {0, 0, 1}, {0, 0, 0}, Pi/3 } { Surface{1}; Layers{6}; };
Physical Volume("pad") = {out[1]}; Physical Surface("friction") = {out[2]}; Physical Surface("back") = {out[4]};
