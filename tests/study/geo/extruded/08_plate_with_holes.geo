// a plate with two holes, extruded
h = 0.15;
Point(1) = {0, 0, 0, h}; Point(2) = {1, 0, 0, h}; Point(3) = {1, 0.5, 0, h}; Point(4) = {0, 0.5, 0, h};
Line(1) = {1, 2}; Line(2) = {2, 3}; Line(3) = {3, 4}; Line(4) = {4, 1};
Curve Loop(1) = {1, 2, 3, 4}; 
Macro Bore
  c = newp; Point(c) = {x, 0.25, 0, h/2};
  p1 = newp; Point(p1) = {x + r, 0.25, 0, h/2}; p2 = newp; Point(p2) = {x, 0.25 + r, 0, h/2};
  p3 = newp; Point(p3) = {x - r, 0.25, 0, h/2}; p4 = newp; Point(p4) = {x, 0.25 - r, 0, h/2};
  l1 = newl; Circle(l1) = {p1, c, p2}; l2 = newl; Circle(l2) = {p2, c, p3};
  l3 = newl; Circle(l3) = {p3, c, p4}; l4 = newl; Circle(l4) = {p4, c, p1};
  k = newll; Curve Loop(k) = {l1, l2, l3, l4};
  holes[] += k;
Return
holes[] = {};
x = 0.3; r = 0.1; Call Bore;
x = 0.7; r = 0.08; Call Bore;
Plane Surface(100) = {1, holes[]};
out[] = Extrude {0, 0, 0.1} { Surface{100}; Layers{2}; };
Physical Volume("plate") = {out[1]}; Physical Surface("bottom") = {100};
