// a face copied, moved, and joined by hand
h = 0.3;
Point(1) = {0, 0, 0, h}; Point(2) = {1, 0, 0, h}; Point(3) = {1, 0.5, 0, h}; Point(4) = {0, 0.5, 0, h};
Line(1) = {1, 2}; Line(2) = {2, 3}; Line(3) = {3, 4}; Line(4) = {4, 1};
Curve Loop(1) = {1, 2, 3, 4}; Plane Surface(1) = {1};
copy[] = Translate {0, 0, 0.4} { Duplicata { Surface{1}; } };
out[] = Extrude {0, 0, 0.2} { Surface{copy[0]}; };
Physical Volume("upper") = {out[1]}; Physical Surface("side") = {out[2]};
