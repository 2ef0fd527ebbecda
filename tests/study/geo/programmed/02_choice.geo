// with and without a hole; of an older drawing nothing is left:
// Merge "old.step";
/* Include "sizes.geo"; */
Printf("hole = %g", 1);
DefineConstant[ hole = {1, Name "hole"}, h = {0.2, Name "size"} ];
Point(1) = {0, 0, 0, h}; Point(2) = {1, 0, 0, h}; Point(3) = {1, 0.5, 0, h}; Point(4) = {0, 0.5, 0, h};
Line(1) = {1, 2}; Line(2) = {2, 3}; Line(3) = {3, 4}; Line(4) = {4, 1};
Curve Loop(1) = {1, 2, 3, 4}; 
If (hole == 1)
  Point(10) = {0.5, 0.25, 0, h}; Point(11) = {0.6, 0.25, 0, h/2}; Point(12) = {0.4, 0.25, 0, h/2};
  Circle(10) = {11, 10, 12}; Circle(11) = {12, 10, 11};
  Curve Loop(2) = {10, 11};
  Plane Surface(1) = {1, 2};
Else
  Plane Surface(1) = {1};
EndIf
Physical Surface("body") = {1};
