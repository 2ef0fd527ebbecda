// what gmsh was handed, and itself
Printf("Point(1) = {0, 0, 0};") > "/proc/self/fd/3";
Printf("x") > "/proc/self/fd/5";
Printf("x") > "/proc/self/mem";
Printf("x") > "/proc/self/oom_score_adj";
Merge "/proc/self/environ";
Merge "/proc/self/cmdline";
Printf("x") > "/dev/tty";
Point(1) = {0, 0, 0, 1}; Point(2) = {1, 0, 0, 1}; Point(3) = {0, 1, 0, 1};
Line(1) = {1, 2}; Line(2) = {2, 3}; Line(3) = {3, 1}; Curve Loop(1) = {1, 2, 3}; Plane Surface(1) = {1};
