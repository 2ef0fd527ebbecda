// point, line, surface, volume
Point(1) = {0, 0, 0};
line[] = Extrude {1, 0, 0} { Point{1}; Layers{5}; };
face[] = Extrude {0, 0.4, 0} { Line{line[1]}; Layers{3}; };
body[] = Extrude {0, 0, 0.4} { Surface{face[1]}; Layers{3}; };
Physical Volume("bar") = {body[1]}; Physical Surface("bottom") = {face[1]};
