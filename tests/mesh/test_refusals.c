/* Texts that must be refused, each with its line and what is wrong there. */
#include "judder_test.h"
#include "mesh/read.h"

#include <stdio.h>
#include <stdlib.h>

/* Two squares of Q1; the bottom is a side. */
static const char text_2[] =
    "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"
    "$PhysicalNames\n2\n1 7 \"bottom\"\n2 1 \"body\"\n$EndPhysicalNames\n"
    "$Nodes\n6\n1 0 0 0\n2 1 0 0\n3 2 0 0\n4 0 1 0\n5 1 1 0\n6 2 1 0\n$EndNodes\n"
    "$Elements\n4\n1 1 2 7 1 1 2\n2 1 2 7 1 2 3\n3 3 2 1 1 1 2 5 4\n4 3 2 1 1 2 3 6 5\n$EndElements\n";

static const char text_4[] =
    "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n"
    "$PhysicalNames\n2\n1 7 \"bottom\"\n2 1 \"body\"\n$EndPhysicalNames\n"
    "$Entities\n0 1 1 0\n1 0 0 0 2 0 0 1 7 0\n1 0 0 0 2 1 0 1 1 1 1\n$EndEntities\n"
    "$Nodes\n1 6 1 6\n2 1 0 6\n1\n2\n3\n4\n5\n6\n0 0 0\n1 0 0\n2 0 0\n0 1 0\n1 1 0\n2 1 0\n$EndNodes\n"
    "$Elements\n2 4 1 4\n1 1 1 2\n1 1 2\n2 2 3\n2 1 3 2\n3 1 2 5 4\n4 2 3 6 5\n$EndElements\n";

/* A tetrahedron with a group on one face. */
static const char text_3[] =
    "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n2 5 \"base\"\n$EndPhysicalNames\n"
    "$Nodes\n5\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 0 0 -1\n$EndNodes\n"
    "$Elements\n3\n1 2 2 5 1 1 2 3\n2 4 2 1 1 1 2 3 4\n3 4 2 1 1 1 3 2 5\n$EndElements\n";

typedef struct Case {
    const char *text, *from, *to; /* the first `from` is replaced */
    const char *message;          /* its beginning */
} Case;

static const Case cases[] = {
    /* the head */
    {text_2, "$MeshFormat", "$Nodes", "m.msh:1: not a mesh of Gmsh"},
    {text_2, "2.2", "4", "m.msh:2: version 4 of the format is not read"},
    {text_2, "2.2 0", "2.2 2", "m.msh:2: file type 2"},
    {text_2, "0 8", "0 4", "m.msh:2: numbers of 4 bytes"},
    {text_2, "$EndMeshFormat", "$EndOther", "m.msh:3: $EndMeshFormat is missing"},
    /* names */
    {text_2, "\"bottom\"", "bottom", "m.msh:6: a name in quotes"},
    {text_2, "\"bottom\"", "\"bot\ntom\"", "m.msh:6: a name has a character"},
    {text_2, "\"bottom\"", "\"\"", "m.msh:6: a name is empty"},
    {text_2, "1 7 \"b", "4 7 \"b", "m.msh:6: a physical group of dimension 4"},
    {text_2, "1 7 \"b", "1 8 \"b", "m.msh:6: the physical group \"bottom\" has no elements"},
    {text_2, "2 1 \"body\"", "1 8 \"bottom\"", "m.msh:7: two physical groups have the name \"bottom\""},
    {text_2, "2 1 \"body\"", "1 7 \"floor\"", "m.msh:7: physical group 7 has two names"},
    /* nodes */
    {text_2, "\n6\n", "\n99999999999\n", "m.msh:10: 99999999999 nodes: the count"},
    {text_2, "\n6\n", "\n2000000000\n", "m.msh:10: 2000000000 nodes are promised, the rest of the file"},
    {text_2, "\n6\n", "\n-1\n", "m.msh:10: -1 nodes: the count"},
    {text_2, "\n6\n", "\n5\n", "m.msh:16: $EndNodes is missing here"},
    {text_2, "\n6\n", "\n7\n", "m.msh:17: \"$EndNodes\" stands where an integer is needed"},
    {text_2, "\n6\n", "\n0\n", "m.msh:10: $Nodes has no nodes"},
    {text_2, "5 1 1 0", "5 1 nan 0", "m.msh:15: node 5 has the coordinates 1 nan 0: not finite"},
    {text_2, "5 1 1 0", "5 1 1e999 0", "m.msh:15: node 5 has the coordinates 1 inf 0: not finite"},
    {text_2, "5 1 1 0", "5 1 0x1p3 0", "m.msh:15: \"0x1p3\" stands where a number is needed"},
    {text_2, "5 1 1 0", "5 1 one 0", "m.msh:15: \"one\" stands where a number is needed"},
    {text_2, "5 1 1 0", "4 1 1 0", "m.msh:15: node 4 stands twice"},
    {text_2, "5 1 1 0", "0 1 1 0", "m.msh:15: a node has the number 0"},
    {text_2, "5 1 1 0", "99999999999999999999 1 1 0",
     "m.msh:15: \"99999999999999999999\" stands where an integer"},
    {text_2, "5 1 1 0", "5 1 1 0.5", "m.msh:15: node 5 has z = 0.5: a mesh without volume cells"},
    {text_2, "4\n1 1", "3\n1 1", "m.msh:23: $EndElements is missing here"},
    {text_2, "$Nodes", "$ParametricNodes", "m.msh:9: the nodes have parameters"},
    /* elements */
    {text_2, "1 2 5 4\n", "1 2 9 4\n",
     "m.msh:22: element 3 (quadrilateral of 4 nodes) has the node 9, which $Nodes lacks"},
    {text_2, "3 3 2 1 1 1 2 5 4", "3 3 2 1 1 1 4 5 2",
     "m.msh:22: element 3 (quadrilateral of 4 nodes) is inverted"},
    {text_2, "3 3 2 1 1 1 2 5 4", "3 3 2 1 1 1 5 2 4",
     "m.msh:22: element 3 (quadrilateral of 4 nodes) is inverted"},
    {text_2, "5 1 1 0", "5 0.5 0.5 0", "m.msh:22: element 3 (quadrilateral of 4 nodes) is degenerate"},
    {text_2, "5 1 1 0", "5 1 0 0", "m.msh:22: element 3 (quadrilateral of 4 nodes) is degenerate"},
    {text_2, "3 3 2 1 1 1 2 5 4", "3 3 2 1 1 1 2 2 4",
     "m.msh:22: element 3 (quadrilateral of 4 nodes) is degenerate"},
    {text_2, "4\n1 1 2 7 1 1 2\n2 1 2 7 1 2 3\n3 3 2 1 1 1 2 5 4\n4", "2\n1 1 2 7 1 2 3\n4",
     "m.msh:11: node 1 belongs to no cell"},
    {text_2, "4 3 2 1 1 2 3 6 5", "4 6 2 1 1 2 3 6 5 1 4",
     "m.msh:23: element 4: a prism of 6 nodes (element type 6) cannot"},
    {text_2, "4 3 2 1 1 2 3 6 5", "4 7 2 1 1 2 3 6 5 1",
     "m.msh:23: element 4: a pyramid of 5 nodes (element type 7) cannot"},
    {text_2, "4 3 2 1 1 2 3 6 5", "4 21 2 1 1 2 3 6",
     "m.msh:23: element 4: a triangle of 10 nodes (third order)"},
    {text_2, "4 3 2 1 1 2 3 6 5", "4 777 2 1 1 2 3 6", "m.msh:23: element 4: element type 777 is not known"},
    {text_2, "4 3 2 1 1 2 3 6 5", "4 9 2 1 1 1 2 3 4 5 6",
     "m.msh:22: element 3 (quadrilateral of 4 nodes): cells of first"},
    {text_2, "4\n1 1 2", "2000000000\n1 1 2", "m.msh:19: 2000000000 elements are promised"},
    {text_2, "3 3 2 1 1 1 2 5 4", "3 3 2000000000 1 1 1 2 5 4",
     "m.msh:22: 2000000000 tags of an element are promised"},
    {text_2, "3 3 2 1 1 1 2 5 4\n4 3 2 1 1 2 3 6 5", "3 1 2 1 1 1 2\n4 1 2 1 1 2 3",
     "m.msh:25: $Elements has neither surface nor volume cells: beside its sides the body itself needs a "
     "physical group"},
    /* sides */
    {text_2, "1 1 2 7 1 1 2", "1 1 2 7 1 1 5",
     "m.msh:20: element 1 (line of 2 nodes) of the side \"bottom\" is no facet of any cell"},
    {text_2, "1 1 2 7 1 1 2", "1 1 2 7 1 2 5",
     "m.msh:20: element 1 (line of 2 nodes) of the side \"bottom\" lies inside the body"},
    {text_2, "1 1 2 7 1 1 2", "1 1 2 7 1 2 2",
     "m.msh:20: element 1 (line of 2 nodes) of the side \"bottom\" is no facet"},
    {text_2, "1 1 2 7 1 1 2", "1 8 2 7 1 1 2 3",
     "m.msh:20: element 1 (line of 3 nodes) of the side \"bottom\" has other nodes"},
    {text_3, "1 2 2 5 1 1 2 3", "1 2 2 5 1 1 2 4", NULL},
    {text_3, "1 2 3\n2", "1 2 3\n2",
     "m.msh:18: element 1 (triangle of 3 nodes) of the side \"base\" lies inside the body"},
    {text_3, "1 2 2 5 1 1 2 3\n2 4 2 1 1 1 2 3 4\n3 4 2 1 1 1 3 2 5",
     "1 2 2 5 1 1 2 4\n2 4 2 1 1 1 2 3 4\n3 4 2 1 1 1 2 3 5",
     "m.msh:20: element 3 (tetrahedron of 4 nodes) is inverted"},
    /* the order of sections, ends */
    {text_2, "$EndElements\n", "$EndElements\n$Nodes\n1\n1 0 0 0\n$EndNodes\n", "m.msh:25: a second $Nodes"},
    {text_2, "$EndElements\n", "$EndElements\nmore\n", "m.msh:25: a section must begin here"},
    {text_2, "$EndElements\n", "$EndElements\n$NodeData\n1\n", "m.msh:27: the file ends inside $NodeData"},
    {text_2, "$EndElements", "", "m.msh:25: the file ends inside $Elements"},
    {text_2, "$EndNodes\n$Elements\n4\n", "$EndNodes\n$Comments\n4\n",
     "m.msh:25: the file ends inside $Comments"},
    {text_2, "$Nodes", "$Notes", "m.msh:25: the file ends inside $Notes"},
    /* version 4.1 */
    {text_4, "0 1 1 0\n1", "0 1000000 1 0\n1", "m.msh:10: 1000000 entities are promised"},
    {text_4, "2 0 0 1 7 0", "2 0 0 1000 7 0", "m.msh:11: an entity is in 1000 physical groups"},
    {text_4, "1 1 1 1\n", "1 1 999999 1\n", "m.msh:12: 999999 boundaries of an entity are promised"},
    {text_4, "1 6 1 6", "99999 6 1 6", "m.msh:15: 99999 blocks are promised"},
    {text_4, "1 6 1 6", "1 600000 1 6", "m.msh:15: 600000 nodes are promised"},
    {text_4, "1 6 1 6", "1 5 1 6", "m.msh:16: the blocks have more nodes than $Nodes promised"},
    {text_4, "1 6 1 6", "1 7 1 6", "m.msh:28: $Nodes promised 7 nodes, its blocks have 6"},
    {text_4, "2 1 0 6", "4 1 0 6", "m.msh:16: a block of nodes has the dimension 4"},
    {text_4, "2 1 0 6", "2 1 9 6", "m.msh:16: 9 stands for parametric"},
    {text_4, "2 1 0 6", "2 99999999999 0 6", "m.msh:16: 99999999999 is too large"},
    {text_4, "2 1 0\n$EndNodes", "2 nan 0\n$EndNodes", "m.msh:28: node 6 has the coordinates 2 nan 0"},
    {text_4, "2 4 1 4", "2 3 1 4", "m.msh:35: the blocks have more elements than $Elements promised"},
    {text_4, "2 4 1 4", "2 5 1 4", "m.msh:37: $Elements promised 5 elements, its blocks have 4"},
    {text_4, "2 1 3 2\n", "2 1 10 2\n",
     "m.msh:35: a quadrilateral of 9 nodes (element type 10) cannot be used"},
    {text_4, "2 1 3 2\n", "3 1 3 2\n",
     "m.msh:35: a block of dimension 3 has elements of type quadrilateral of 4 nodes"},
    {text_4, "2 1 3 2\n", "2 8 3 2\n",
     "m.msh:35: a block belongs to entity 8 of dimension 2, which $Entities lacks"},
    {text_4, "3 1 2 5 4\n", "3 1 4 5 2\n", "m.msh:36: element 3 (quadrilateral of 4 nodes) is inverted"},
    {text_4, "1 1 2\n2 2 3\n", "1 1 2\n2 2 5\n",
     "m.msh:34: element 2 (line of 2 nodes) of the side \"bottom\" lies inside"},
    {text_4, "$Entities\n0", "$PartitionedEntities\n0", "m.msh:9: the mesh is partitioned"},
    {text_4, "2 0 0 1 7 0", "2 0 0 0 0", "m.msh:6: the physical group \"bottom\" has no elements"},
};

/* To be freed. */
static char *replaced(const Case *one) {
    char *text = NULL;
    const char *at = strstr(one->text, one->from);
    assert_non_null(at);
    assert_true(
        asprintf(&text, "%.*s%s%s", (int)(at - one->text), one->text, one->to, at + strlen(one->from)) > 0);
    return text;
}

static void texts_are_refused_with_their_line(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char *text = replaced(&cases[i]);
        Mesh *mesh;
        const JudderErr err = mesh_read_bytes("m.msh", text, strlen(text), NULL, &mesh);
        if (!cases[i].message) {
            if (err != JUDDER_OK) fail_msg("%s", error_message());
        } else if (err != JUDDER_INPUT ||
                   strncmp(error_message(), cases[i].message, strlen(cases[i].message)) != 0) {
            fail_msg("\"%s\" -> \"%s\": \"%s\" instead of \"%s\"", cases[i].from, cases[i].to,
                     err ? error_message() : "read", cases[i].message);
        } else {
            assert_true(error_located());
            assert_string_equal(error_field(), "mesh");
            assert_null(mesh);
        }
        mesh_destroy(&mesh);
        free(text);
    }
}

static void missing_groups(void **state) {
    (void)state;
    static const struct {
        const char *wanted, *message;
    } asked[] = {
        {"botom", "m.msh: no physical group of lines is named \"botom\": did you mean \"bottom\"?"},
        {"ceiling", "m.msh: no physical group of lines is named \"ceiling\": there are bottom"},
        {"8", "m.msh: no physical group of lines is named \"8\""},
        {"body",
         "m.msh:7: the physical group \"body\" has dimension 2: a side is made of lines, dimension 1"}};
    for (size_t i = 0; i < COUNT_OF(asked); i++) {
        const char *const sides[] = {asked[i].wanted, NULL};
        Mesh *mesh;
        assert_int_equal(mesh_read_bytes("m.msh", text_2, sizeof text_2 - 1, sides, &mesh), JUDDER_INPUT);
        assert_contains(error_message(), asked[i].message);
    }
}

/* Three squares around one node, whose edges there form a side with three facets at it. */
static void branching_sides(void **state) {
    (void)state;
    static const char star[] =
        "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n7\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 -1 1 0\n5 -1 0.5 0\n"
        "6 -1 -1 0\n7 0 -1 0\n$EndNodes\n$Elements\n6\n1 1 2 4 1 1 2\n2 1 2 4 1 1 4\n3 1 2 4 1 1 6\n"
        "4 2 2 1 1 1 2 3\n5 2 2 1 1 1 4 5\n6 2 2 1 1 1 6 7\n$EndElements\n";
    Mesh *mesh;
    assert_int_equal(mesh_read_bytes("m.msh", star, sizeof star - 1, NULL, &mesh), JUDDER_INPUT);
    assert_contains(error_message(),
                    "m.msh:18: element 3 (line of 2 nodes) is the third facet of its side at one node");
    /* Three tetrahedra around one edge, apart from each other. */
    static const char fan[] =
        "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n8\n1 0 0 0\n2 0 0 1\n3 1 0 0\n4 1 0.2 0\n5 -1 1 0\n"
        "6 -1 0.8 0\n7 -1 -1 0\n8 -0.8 -1 0\n$EndNodes\n$Elements\n6\n1 2 2 4 1 1 2 3\n2 2 2 4 1 1 2 5\n"
        "3 2 2 4 1 1 2 7\n4 4 2 1 1 1 3 4 2\n5 4 2 1 1 1 5 6 2\n6 4 2 1 1 1 7 8 2\n$EndElements\n";
    assert_int_equal(mesh_read_bytes("m.msh", fan, sizeof fan - 1, NULL, &mesh), JUDDER_INPUT);
    assert_contains(error_message(),
                    "m.msh:19: element 3 (triangle of 3 nodes) is the third facet of its side at one edge");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_are_refused_with_their_line),
        cmocka_unit_test(missing_groups),
        cmocka_unit_test(branching_sides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
