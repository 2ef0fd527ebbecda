// results written, and read by a plugin
View "x" { SP(0, 0, 0){1}; };
Save View[0] "@/made.pos";
Plugin(Probe).View = 0;
Plugin(Scal2Vec).NameNewView = "@/made.pos";
PostProcessing.SaveMesh = 1;
Plugin(ModifyComponent).Expression = "1";
Plugin(Triangulate).Run;
Point(1) = {0, 0, 0, 1}; Point(2) = {1, 0, 0, 1}; Point(3) = {0, 1, 0, 1};
Line(1) = {1, 2}; Line(2) = {2, 3}; Line(3) = {3, 1}; Curve Loop(1) = {1, 2, 3}; Plane Surface(1) = {1};
