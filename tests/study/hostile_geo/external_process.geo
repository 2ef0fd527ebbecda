// a field that is a program
Field[1] = ExternalProcess; Field[1].CommandLine = "touch @/made.txt; cat"; Background Field = 1;
Mesh.CharacteristicLengthFromPoints = 0; Mesh.CharacteristicLengthExtendFromBoundary = 0;
Point(1) = {0, 0, 0, 1}; Point(2) = {1, 0, 0, 1}; Point(3) = {0, 1, 0, 1};
Line(1) = {1, 2}; Line(2) = {2, 3}; Line(3) = {3, 1}; Curve Loop(1) = {1, 2, 3}; Plane Surface(1) = {1};
