/* At which friction does an equilibrium in impending slip lose its stability? Least mu with a proof, growth
 * above it, and the flutter of steady sliding. */
#include <judder.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void must(judder_status status) {
    if (status == JUDDER_STATUS_OK) return;
    fprintf(stderr, "%s\n", judder_error_message());
    exit((int)status);
}

/* A particle on a spring that couples normal (dof 0, into the obstacle) and tangential motion (dof 1). */
static double particle(void) {
    const double K[] = {5, 2, 2, 1}, M[] = {0.5, 0, 0, 0.5};
    const judder_contact contact = {
        .normal = 0, .tangent = 1, .state = JUDDER_CONTACT_SLIP, .direction = 1, .mu = 0.4};
    const judder_system_setup setup = {
        .n = 2, .mass = M, .stiffness = K, .contacts = &contact, .contact_count = 1};
    judder_system *system;
    must(judder_system_create(&setup, &system));
    judder_critical_mu critical;
    must(judder_system_critical_mu(system, NULL, NULL, &critical));
    printf("particle: unstable from mu = %.12g on, %s (%s)\n", critical.least.mu,
           critical.least.certified ? "proved" : "not proved", critical.least.proof);
    judder_futures futures;
    must(judder_system_growth(system, 1, &futures));
    printf("at mu = 1 it leaves like exp(%.9f t)\n", futures.count ? futures.at[0].lambda : 0);
    judder_futures_release(&futures);
    judder_system_destroy(&system);
    return critical.least.mu;
}

/* Two masses, one of which slides while the other presses it on. */
static double flutter(void) {
    const double M[] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, K[] = {2, 1, 0, 1, 2, 4.0 / 3, 0, 4.0 / 3, 10};
    const judder_contact contact = {
        .normal = 2, .tangent = 0, .state = JUDDER_CONTACT_SLIP, .direction = 1, .mu = 0.9};
    const judder_system_setup setup = {
        .n = 3, .mass = M, .stiffness = K, .contacts = &contact, .contact_count = 1};
    judder_system *system;
    must(judder_system_create(&setup, &system));
    judder_merging pair;
    judder_vibration root;
    size_t count;
    must(judder_system_merging(system, 3, &pair, 1, &count));
    must(judder_system_flutter(system, 0.9, &root, 1, &count));
    printf("flutter: modes %d and %d merge at mu = %.9f; at mu = 0.9 growth %.9f with omega %.9f\n",
           pair.pair[0], pair.pair[1], pair.mu, root.re, root.im);
    judder_system_destroy(&system);
    return pair.mu;
}

/* The problem behind every critical mu, with a proof that can be checked by whoever doubts it. */
static int problem(void) {
    const double A[] = {4, 1, 0, 1, 3, 1, 0, 1, 5}, B[] = {1, -1, 0, 0.5, 1, 0.2, 0, -0.3, 1};
    const judder_eicp eicp = {3, A, B};
    double x[3];
    judder_certificate *proof;
    judder_eicp_report report;
    bool holds = false;
    must(judder_eicp_least(&eicp, NULL, x, &proof, &report));
    if (proof) must(judder_certificate_holds(proof, &eicp, 0, report.mu, &holds));
    printf("problem: least mu = %.9f at x = %.4f %.4f %.4f; the proof of %zu piece(s) %s\n", report.mu, x[0],
           x[1], x[2], proof ? judder_certificate_pieces(proof) : 0, holds ? "holds" : "does not hold");
    judder_certificate_destroy(&proof);
    return holds && report.residual < 1e-12;
}

int main(void) {
    const double mu = particle(), merging = flutter();
    return problem() && fabs(mu - 0.5) < 1e-12 && fabs(merging - 0.75) < 1e-9 ? 0 : 1;
}
