// fine near the contact line
h = 0.3;
Point(1) = {0, 0, 0, h}; Point(2) = {1, 0, 0, h}; Point(3) = {1, 0.5, 0, h}; Point(4) = {0, 0.5, 0, h};
Line(1) = {1, 2}; Line(2) = {2, 3}; Line(3) = {3, 4}; Line(4) = {4, 1};
Curve Loop(1) = {1, 2, 3, 4}; Plane Surface(1) = {1};
Field[1] = Distance; Field[1].CurvesList = {1}; Field[1].NumPointsPerCurve = 50;
Field[2] = Threshold; Field[2].InField = 1; Field[2].SizeMin = 0.03; Field[2].SizeMax = 0.2; Field[2].DistMin = 0.05; Field[2].DistMax = 0.4;
Background Field = 2;
Physical Surface("body") = {1}; Physical Curve("contact") = {1};
