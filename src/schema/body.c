/* Paths and motion of bodies, and the fields on their meshes. */
#include "schema/schema.h"

#define CONTACT_VALUES                                                                                       \
    {"factorisations", "", "factorisations of the matrix of the body: one serves the whole run"},            \
        {"slip_nodes", "", "contact nodes that slip"}, {"stick_nodes", "", "contact nodes that stick"},      \
        {"open_nodes", "", "contact nodes that are open"}, {"contact_nodes", "", "nodes that may touch"},    \
        {"nodes", "", "nodes of the mesh"}, {"events", "", "changes of contact"},                            \
        {"normal_force", "N", "normal resultant of the obstacle on the body at the end"},                    \
        {"tangential_force", "N",                                                                            \
         "tangential resultant of the obstacle on the body at the end; in 3-D its size"},                    \
        {"pressure_max", "Pa", "largest nodal force by nodal area"},                                         \
        {"complementarity_defect", "",                                                                       \
         "largest violation of equilibrium and contact laws, relative, by a judge that knows no solver"},    \
        {"watched", "", "the node nearest to each point of watch"},                                          \
        {"watched.x", "m", "where the node lies"}, {"watched.y", "m", "where the node lies"}, {              \
        "watched.z", "m", "where the node lies"                                                              \
    }

static const SchemaEntry path_values[] = {
    CONTACT_VALUES,
    {"contact_area", "m^2", "area of the nodes that touch; in 2-D length times thickness"},
    {"stick_area", "m^2", "area of the nodes that stick; in 2-D length times thickness"},
    {"jumps", "", "places of the path where no state went on and it jumped"},
    {"branches", "", "places of the path where several states went on"},
    {"steady", "", "whether all that touch slip one way and the forces no longer change"},
    {"watched.ux", "m", "displacement of the node"},
    {"watched.uy", "m", "displacement of the node"},
    {"watched.uz", "m", "displacement of the node"},
    {"watched.state", "",
     "open, stick, slip-, slip+ along the tangent, in 3-D slip; inside: no contact node"},
    {NULL, NULL, NULL},
};
static const SchemaEntry path_series[] = {
    {"s", "", "loads done: 1.5 is half of the second one"},
    {"normal_force", "N", "normal resultant of the obstacle on the body"},
    {"tangential_force", "N", "tangential resultant of the obstacle on the body; in 3-D its size"},
    {"slip_nodes", "", "contact nodes that slip"},
    {"stick_nodes", "", "contact nodes that stick"},
    {"open_nodes", "", "contact nodes that are open"},
    {"slip_mean", "m", "mean distance of the touching nodes from where they first met the obstacle"},
    {"slip_max", "m", "largest distance of a touching node from where it first met the obstacle"},
    {"defect", "", "violation of equilibrium and contact laws, relative to the forces"},
    {NULL, NULL, NULL},
};
static const SchemaEntry march_values[] = {
    CONTACT_VALUES,
    {"step", "s", "step of time"},
    {"stable_step", "s", "longest stable step of the explicit method"},
    {"stick_fraction", "", "part of all contact nodes and times that stick"},
    {"open_fraction", "", "part of all contact nodes and times that are open"},
    {"nonunique_steps", "", "steps in which a node had several slip velocities, the others held"},
    {"jumps", "", "how often a node left its branch of the friction law"},
    {"lambda_max", "",
     "number of uniqueness: below 1 each step has one solution; null: infinite, friction jumps"},
    {"suggested_step", "s",
     "step that would bring the number of uniqueness to 0.9; NaN: any will do, 0: none would"},
    {"period", "s", "time after which the motion repeats itself; NaN: it does not"},
    {"period_cycles", "", "crossings of the section in a period; 0: the motion does not repeat itself"},
    {"period_spread", "s", "difference between the periods that were compared"},
    {"energy_defect", "", "largest part by which a step misses the identity of energies"},
    {"friction_loss", "J", "energy that friction took over the run"},
    {"viscous_loss", "J", "energy that viscosity took over the run"},
    {"external_work", "J", "work of loads and drives over the run"},
    {"numerical_work", "J", "work of the method over the run"},
    {"watched.series", "", "names of the series of the node"},
    {NULL, NULL, NULL},
};
static const SchemaEntry march_series[] = {
    {"t", "s", "time"},
    {"normal_force", "N", "normal resultant of the obstacle on the body"},
    {"tangential_force", "N", "tangential resultant of the obstacle on the body; in 3-D its size"},
    {"stick_nodes", "", "contact nodes that stick"},
    {"slip_nodes", "", "contact nodes that slip"},
    {"open_nodes", "", "contact nodes that are open"},
    {"kinetic_energy", "J", "kinetic energy"},
    {"elastic_energy", "J", "elastic energy"},
    {"contact_energy", "J", "work done on compliant contacts so far"},
    {"viscous_loss", "J", "energy that viscosity took so far"},
    {"friction_loss", "J", "energy that friction took so far"},
    {"external_work", "J", "work of loads and drives so far"},
    {"numerical_work", "J", "work of the method so far"},
    {"slip", "m/s", "velocity of the watched node against the obstacle; in 3-D its size"},
    {"slip_#", "m/s", "velocity of the watched node of that number against the obstacle; in 3-D its size"},
    {"pressure", "Pa", "pressure at the watched node"},
    {"pressure_#", "Pa", "pressure at the watched node of that number"},
    {"shear", "Pa", "friction traction at the watched node; in 3-D its size"},
    {"shear_#", "Pa", "friction traction at the watched node of that number; in 3-D its size"},
    {"gap", "m", "distance of the watched node from the obstacle"},
    {"gap_#", "m", "distance of the watched node of that number from the obstacle"},
    {"displacement", "m", "tangential displacement of the watched node; in 3-D its size"},
    {"displacement_#", "m", "tangential displacement of the watched node of that number; in 3-D its size"},
    {NULL, NULL, NULL},
};
static const SchemaEntry fields[] = {
    {"mesh_nodes", "m", "coordinates of the nodes"},
    {"mesh_cells_#_gmsh_#", "", "a block of cells of one of Gmsh's element types: nodes, counted from 0"},
    {"displacement_#_s_#", "m", "displacement of the nodes after s loads"},
    {"displacement_#_t_#", "m", "displacement of the nodes at the time t"},
    {"velocity_#_t_#", "m/s", "velocity of the nodes at the time t"},
    {"stress_#_s_#", "Pa", "stress at the nodes after s loads: xx yy zz xy yz zx"},
    {"stress_#_t_#", "Pa", "stress at the nodes at the time t: xx yy zz xy yz zx"},
    {"mode_#", "", "a mode of the list modes as a motion of the nodes"},
    {"mode_flutter_#_re", "",
     "real part of a root of the list flutter as a motion of the nodes, of length 1"},
    {"mode_flutter_#_im", "", "imaginary part of a root of the list flutter as a motion of the nodes"},
    {NULL, NULL, NULL},
};

static const SchemaEntry contact_fields[] = {
    {"contact_#_s_#", "", "state, gap, tractions and displacement of the contact nodes after s loads"},
    {"contact_#_t_#", "", "state, gap, tractions and displacement of the contact nodes at the time t"},
    {"contact_mode_#", "", "the states that the contact nodes take in a mode"},
    {NULL, NULL, NULL},
};

const SchemaTable schema_body[] = {
    {"body", "path", SCHEMA_VALUES, path_values, NULL},
    {"body", "path", SCHEMA_SERIES, path_series, NULL},
    {"body", "march", SCHEMA_VALUES, march_values, NULL},
    {"body", "march", SCHEMA_SERIES, march_series, NULL},
    {"body", NULL, SCHEMA_FIELDS, contact_fields, SCHEMA_STATE_CODES},
    {"body", NULL, SCHEMA_FIELDS, fields, NULL},
    {NULL, NULL, SCHEMA_VALUES, NULL, NULL},
};
