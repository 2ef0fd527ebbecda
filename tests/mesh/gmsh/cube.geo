// Unit cube of P2 tetrahedra.
SetFactory("OpenCASCADE");
Box(1) = {0, 0, 0, 1, 1, 1}; Mesh.MeshSizeMax = 2; Mesh.MeshSizeMin = 2; Mesh.ElementOrder = 2; Mesh.MeshSizeExtendFromBoundary = 0;
Physical Surface("bottom", 7) = {3}; Physical Surface("all", 9) = {1:6}; Physical Volume("body", 3) = {1};
