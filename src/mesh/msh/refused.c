/* Kinds of elements of .msh files that cannot be used, by their number there: the message can name them. */
#include "mesh/msh/reader.h"

static const struct {
    int number;
    const char *kind;
} refused[] = {
    {6, "prism of 6 nodes"},
    {7, "pyramid of 5 nodes"},
    {10, "quadrilateral of 9 nodes"},
    {12, "hexahedron of 27 nodes"},
    {13, "prism of 18 nodes"},
    {14, "pyramid of 14 nodes"},
    {16, "quadrilateral of 8 nodes"},
    {17, "hexahedron of 20 nodes"},
    {18, "prism of 15 nodes"},
    {19, "pyramid of 13 nodes"},
    {20, "triangle of 9 nodes (third order)"},
    {21, "triangle of 10 nodes (third order)"},
    {22, "triangle of 12 nodes (fourth order)"},
    {23, "triangle of 15 nodes (fourth order)"},
    {24, "triangle of 15 nodes (fifth order)"},
    {25, "triangle of 21 nodes (fifth order)"},
    {26, "line of 4 nodes (third order)"},
    {27, "line of 5 nodes (fourth order)"},
    {28, "line of 6 nodes (fifth order)"},
    {29, "tetrahedron of 20 nodes (third order)"},
    {30, "tetrahedron of 35 nodes (fourth order)"},
    {31, "tetrahedron of 56 nodes (fifth order)"},
    {36, "quadrilateral of 16 nodes (third order)"},
    {37, "quadrilateral of 25 nodes (fourth order)"},
    {38, "quadrilateral of 36 nodes (fifth order)"},
    {92, "hexahedron of 64 nodes (third order)"},
    {93, "hexahedron of 125 nodes (fourth order)"},
};

const char *reader_refused_kind(int64_t number) {
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (refused[i].number == number) return refused[i].kind;
    return NULL;
}
