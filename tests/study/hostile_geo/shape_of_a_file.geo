// a shape of another file
SetFactory("OpenCASCADE");
v() = ShapeFromFile("@/secret.brep");
