// a disk swept along a spline
SetFactory("OpenCASCADE");
Point(1) = {0, 0, 0}; Point(2) = {0, 0.2, 0.4}; Point(3) = {0, 0.6, 0.6};
Spline(1) = {1, 2, 3};
Wire(1) = {1};
Disk(1) = {0, 0, 0, 0.1};
Extrude { Surface{1}; } Using Wire {1}
Delete{ Surface{1}; }
Mesh.CharacteristicLengthMax = 0.1;
Physical Volume("pipe") = {1};
