#include "mesh/msh/shapes.h"

#include <stddef.h>

const MshShape msh_shapes[] = {
    {15, "point", 0, 1, 1},
    {1, "line of 2 nodes", 1, 2, 2},
    {8, "line of 3 nodes", 1, 3, 2},
    {2, "triangle of 3 nodes", 2, 3, 3},
    {9, "triangle of 6 nodes", 2, 6, 3},
    {3, "quadrilateral of 4 nodes", 2, 4, 4},
    {4, "tetrahedron of 4 nodes", 3, 4, 4},
    {11, "tetrahedron of 10 nodes", 3, 10, 4},
    {5, "hexahedron of 8 nodes", 3, 8, 8},
    {6, "prism of 6 nodes", 3, 0, 6},
    {7, "pyramid of 5 nodes", 3, 0, 5},
    {10, "quadrilateral of 9 nodes", 2, 0, 4},
    {12, "hexahedron of 27 nodes", 3, 0, 8},
    {13, "prism of 18 nodes", 3, 0, 6},
    {14, "pyramid of 14 nodes", 3, 0, 5},
    {16, "quadrilateral of 8 nodes", 2, 0, 4},
    {17, "hexahedron of 20 nodes", 3, 0, 8},
    {18, "prism of 15 nodes", 3, 0, 6},
    {19, "pyramid of 13 nodes", 3, 0, 5},
    {20, "triangle of 9 nodes (third order)", 2, 0, 3},
    {21, "triangle of 10 nodes (third order)", 2, 0, 3},
    {22, "triangle of 12 nodes (fourth order)", 2, 0, 3},
    {23, "triangle of 15 nodes (fourth order)", 2, 0, 3},
    {24, "triangle of 15 nodes (fifth order)", 2, 0, 3},
    {25, "triangle of 21 nodes (fifth order)", 2, 0, 3},
    {26, "line of 4 nodes (third order)", 1, 0, 2},
    {27, "line of 5 nodes (fourth order)", 1, 0, 2},
    {28, "line of 6 nodes (fifth order)", 1, 0, 2},
    {29, "tetrahedron of 20 nodes (third order)", 3, 0, 4},
    {30, "tetrahedron of 35 nodes (fourth order)", 3, 0, 4},
    {31, "tetrahedron of 56 nodes (fifth order)", 3, 0, 4},
    {36, "quadrilateral of 16 nodes (third order)", 2, 0, 4},
    {37, "quadrilateral of 25 nodes (fourth order)", 2, 0, 4},
    {38, "quadrilateral of 36 nodes (fifth order)", 2, 0, 4},
    {92, "hexahedron of 64 nodes (third order)", 3, 0, 8},
    {93, "hexahedron of 125 nodes (fourth order)", 3, 0, 8},
    {0, NULL, 0, 0, 0},
};

int msh_shape_find(int64_t number) {
    for (int i = 0; msh_shapes[i].name; i++) {
        if (msh_shapes[i].number == number) return i;
    }
    return -1;
}
