// points of a sine by functions, a spline through them
n = 12; p[] = {};
For i In {0 : n}
  k = newp; Point(k) = {i/n, 0.1*Sin(2*Pi*i/n), 0, 0.08}; p[] += k;
EndFor
Point(100) = {1, 0.5, 0, 0.15}; Point(101) = {0, 0.5, 0, 0.15};
Spline(1) = {p[]}; Line(2) = {p[n], 100}; Line(3) = {100, 101}; Line(4) = {101, p[0]};
Curve Loop(1) = {1 : 4}; Plane Surface(1) = {1};
Physical Surface("wavy") = {1}; Physical Curve("contact") = {1};
