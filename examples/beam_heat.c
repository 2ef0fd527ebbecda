/* The end of a hot beam rubs on a foundation: it sticks, lets go, and heats up. */
#include <judder.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void must(judder_status status) {
    if (status == JUDDER_STATUS_OK) return;
    fprintf(stderr, "%s\n", judder_error_message());
    exit((int)status);
}

int main(void) {
    const judder_param mu = {"mu", 0.9, NULL};
    judder_law *law;
    must(judder_law_create("constant", &mu, 1, &law));
    const judder_beam_setup setup = {.law = law,
                                     .wall = {.constant = 400},
                                     .foundation = {.constant = 400},
                                     .velocity = {.constant = 1},
                                     .final = 1,
                                     .step = 1e-4};
    judder_beam *beam;
    must(judder_beam_create(&setup, &beam));
    double rows[11][JUDDER_BEAM_COLUMNS];
    judder_rows recorded = {.at = rows[0], .room = 11, .every = 1000};
    judder_beam_report report;
    must(judder_beam_march(beam, 0, &recorded, &report));
    puts("     t     velocity  temperature of the end");
    for (size_t i = 0; i < recorded.count; i++)
        printf("%6.2f %12.6f %12.4f\n", rows[i][0], rows[i][2], rows[i][3]);
    printf("first slip at t = %.6f\n", report.first_slip_time);
    judder_beam_steady steady;
    must(judder_beam_steady_at(beam, 1, &steady));
    printf("steady sliding would have %.4f there; beyond V = %.2f there is none\n", steady.end_temperature,
           steady.critical_velocity);
    judder_beam_destroy(&beam);
    judder_law_destroy(&law);
    return fabs(report.first_slip_time - 0.012) < 1e-6 ? 0 : 1;
}
