// teeth by a loop
n = 5; h = 0.1; p[] = {};
For i In {0 : n - 1}
  a = newp; Point(a) = {i, 0, 0, h*3}; b = newp; Point(b) = {i + 0.5, 0.4, 0, h*3};
  p[] += {a, b};
EndFor
e = newp; Point(e) = {n, 0, 0, h*3}; t = newp; Point(t) = {n, 1, 0, h*5}; s = newp; Point(s) = {0, 1, 0, h*5};
p[] += {e, t, s}; l[] = {};
For i In {0 : #p[] - 1}
  k = newl; Line(k) = {p[i], p[(i + 1) % #p[]]}; l[] += k;
EndFor
Curve Loop(1) = {l[]}; Plane Surface(1) = {1};
Physical Surface("rack") = {1};
