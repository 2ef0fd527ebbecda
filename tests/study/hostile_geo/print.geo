// a picture, and the geometry written out
Print "@/made.png";
Save "@/made.geo_unrolled";
Save "@/made.msh";
Save "@/precious.txt";
Point(1) = {0, 0, 0, 1}; Point(2) = {1, 0, 0, 1}; Point(3) = {0, 1, 0, 1};
Line(1) = {1, 2}; Line(2) = {2, 3}; Line(3) = {3, 1}; Curve Loop(1) = {1, 2, 3}; Plane Surface(1) = {1};
