// one block upon the other, of two materials
h = 0.3;
Point(1) = {0, 0, 0, h}; Point(2) = {1, 0, 0, h}; Point(3) = {1, 0.5, 0, h}; Point(4) = {0, 0.5, 0, h};
Line(1) = {1, 2}; Line(2) = {2, 3}; Line(3) = {3, 4}; Line(4) = {4, 1};
Curve Loop(1) = {1, 2, 3, 4}; Plane Surface(1) = {1};
low[] = Extrude {0, 0, 0.2} { Surface{1}; Layers{2}; };
high[] = Extrude {0, 0, 0.3} { Surface{low[0]}; Layers{3}; };
Physical Volume("steel") = {low[1]}; Physical Volume("lining") = {high[1]}; Physical Surface("bottom") = {1};
