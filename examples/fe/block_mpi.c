/* A block of finite elements in impending slip, on an MPI communicator: the critical friction of the
 * published table, once as a study and once from the matrices of the body.
 *
 *   mpicc block_mpi.c $(pkg-config --cflags --libs judder_fe) -o block_mpi && mpirun -n 2 ./block_mpi
 */
#include <judder.h>
#include <judder_fe.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const char text[] =
    "return body {\n"
    "  mesh     = rectangle{ length = 1, height = 0.5, cells = {8, 8}, element = \"Q1\" },\n"
    "  material = elastic{ E = 1, nu = 0.1, rho = 1, plane = \"stress\", thickness = 1 },\n"
    "  fix      = { top = {\"x\", \"y\"} },\n"
    "  contact  = { side = \"bottom\", law = unilateral{}, friction = constant{ mu = 2 }, "
    "state = \"slip-\" },\n"
    "  study    = stability{ critical_mu = true },\n"
    "}\n";

static void must(judder_status status) {
    if (status == JUDDER_STATUS_OK) return;
    fprintf(stderr, "%s\n", judder_error_message());
    MPI_Abort(MPI_COMM_WORLD, (int)status);
}

int main(int count, char **words) {
    int rank;
    double least = 0;
    MPI_Init(&count, &words);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    must(judder_fe_start(MPI_COMM_WORLD, count, words));
    const judder_case given = {.file = "block.lua", .text = text};
    judder_run *run;
    must(judder_fe_case_run(&given, NULL, &run));
    if (rank == 0) {
        const judder_study *study = judder_run_study(run, "stability");
        least = judder_value_number(judder_value_get(study->values, "critical_mu"));
        printf("critical mu %.10f, %s\n", least, study->note);
    }
    judder_run_destroy(&run);
    judder_fe_pencil pencil;
    must(judder_fe_pencil_create(&given, 0, &pencil));
    if (rank == 0) {
        double x[9];
        judder_eicp_report report;
        must(judder_eicp_least(&(judder_eicp){pencil.n, pencil.A, pencil.B}, NULL, x, NULL, &report));
        printf("from its %d x %d matrices: %.10f; node 2 %s\n", pencil.n, pencil.n, report.mu,
               x[1] > 0 ? "slips" : "sticks");
    }
    judder_fe_pencil_release(&pencil);
    judder_fe_end();
    MPI_Finalize();
    return rank > 0 || fabs(least - 3.1931829867) < 1e-9 ? 0 : 1;
}
