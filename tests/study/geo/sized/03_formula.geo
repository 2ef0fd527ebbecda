// sizes by a formula
h = 0.2;
Point(1) = {0, 0, 0, h}; Point(2) = {1, 0, 0, h}; Point(3) = {1, 0.5, 0, h}; Point(4) = {0, 0.5, 0, h};
Line(1) = {1, 2}; Line(2) = {2, 3}; Line(3) = {3, 4}; Line(4) = {4, 1};
Curve Loop(1) = {1, 2, 3, 4}; Plane Surface(1) = {1};
Field[1] = MathEval; Field[1].F = "0.02 + 0.15*(x - 0.5)^2 + 0.1*y";
Background Field = 1; Mesh.CharacteristicLengthExtendFromBoundary = 0;
Physical Surface("body") = {1};
