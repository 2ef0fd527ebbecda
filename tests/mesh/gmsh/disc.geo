// Half disc of curved P2 triangles; the flat edge is the contact.
SetFactory("OpenCASCADE");
Disk(1) = {0, 0, 0, 1}; Rectangle(2) = {-2, 0, 0, 4, 2}; BooleanIntersection{ Surface{1}; Delete; }{ Surface{2}; Delete; }
Mesh.MeshSizeMax = 0.5; Mesh.ElementOrder = 2;
flat() = Curve In BoundingBox {-1.1, -0.1, -0.1, 1.1, 0.1, 0.1};
Physical Curve("flat", 1) = {flat()}; Physical Surface("body", 1) = {Surface{:}};
