// thin layers near the contact
h = 0.3;
Point(1) = {0, 0, 0, h}; Point(2) = {1, 0, 0, h}; Point(3) = {1, 0.5, 0, h}; Point(4) = {0, 0.5, 0, h};
Line(1) = {1, 2}; Line(2) = {2, 3}; Line(3) = {3, 4}; Line(4) = {4, 1};
Curve Loop(1) = {1, 2, 3, 4}; Plane Surface(1) = {1};
out[] = Extrude {0, 0, 0.4} { Surface{1}; Layers{ {2, 2, 3}, {0.1, 0.3, 1} }; };
Physical Volume("block") = {out[1]}; Physical Surface("bottom") = {1};
