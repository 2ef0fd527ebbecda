#include "study/body/recorded.h"

#include "study/words.h"

#include <stdio.h>

const ResultsColumn body_columns[] = {{"t", "s"},
                                      {"normal_force", "N"},
                                      {"tangential_force", "N"},
                                      {"stick_nodes", ""},
                                      {"slip_nodes", ""},
                                      {"open_nodes", ""},
                                      {"kinetic_energy", "J"},
                                      {"elastic_energy", "J"},
                                      {"contact_energy", "J"},
                                      {"viscous_loss", "J"},
                                      {"friction_loss", "J"},
                                      {"external_work", "J"},
                                      {"numerical_work", "J"},
                                      {NULL, NULL}};
const ResultsColumn body_watched_columns[] = {{"slip", "m/s"}, {"pressure", "Pa"},    {"shear", "Pa"},
                                              {"gap", "m"},    {"displacement", "m"}, {NULL, NULL}};
_Static_assert(sizeof body_columns / sizeof *body_columns == BODY_COLUMNS + 1, "columns of a march");
_Static_assert(sizeof body_watched_columns / sizeof *body_watched_columns == BODY_WATCHED_COLUMNS + 1,
               "columns of a watched node");

void body_watched_name(int column, size_t node, size_t nodes, char name[BODY_COLUMN_NAME]) {
    snprintf(name, BODY_COLUMN_NAME, nodes > 1 ? "%s_%zu" : "%s", body_watched_columns[column].name,
             node + 1);
}

JudderErr body_recorded(const StudyRun *march, RecordedTell *tell, void *context) {
    const size_t nodes = ((const March *)march->study->params)->watch.rows;
    for (const ResultsColumn *column = body_columns; column->name; column++) tell(context, column);
    for (size_t k = 0; k < nodes; k++)
        for (int i = 0; i < BODY_WATCHED_COLUMNS; i++) {
            char name[BODY_COLUMN_NAME];
            body_watched_name(i, k, nodes, name);
            tell(context, &(ResultsColumn){name, body_watched_columns[i].unit});
        }
    return JUDDER_OK;
}
