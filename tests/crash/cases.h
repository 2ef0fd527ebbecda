/* A case of each model and method that can be broken off, and sweeps. Each takes some tenths of a second
 * and writes often. */
#ifndef JUDDER_TESTS_CRASH_CASES_H
#define JUDDER_TESTS_CRASH_CASES_H

#include <stdbool.h>

typedef struct CrashCase {
    const char *name, *text;
    bool often;       /* also among the few of every day */
    const char *over; /* axes and samples of a sweep; NULL: a run */
    bool body;        /* computed by the companion */
} CrashCase;

#define STEEL "height = 5*cm, material = elastic{ lambda = 107*GPa, G = 77*GPa, rho = 7800 }, "
#define WAVES "load = function(t) return 1.6*math.sin(t) + 0.1*math.sin(7.1*t) end, "

#define PLATE "mesh = rectangle{ length = 1, height = 0.5, cells = {8, 4} }, fix = { top = {\"x\", \"y\"} }, "

static const CrashCase crash_cases[] = {
    {.name = "inclusion, perfect delay",
     .text = "return inclusion { friction = exponential{ mu_s = 0.8, mu_d = 0.5, v_c = 0.1 }, " WAVES
             "selection = perfect_delay{}, study = { march{ final = 400, step = 1e-3, probe = {0, 1, 150, "
             "299} }, "
             "spectrum{ of = \"v\" } } }\n",
     .often = true},
    {.name = "inclusion, exact mass",
     .text =
         "return inclusion { friction = exponential{ mu_s = 0.8, mu_d = 0.5, v_c = 0.1 }, start = 0.3, " WAVES
         "selection = mass{ epsilon = 1e-2 }, "
         "study = march{ final = 200, step = 1e-3, every = 7, probe = {0, 1, 150} } }\n"},
    {.name = "inclusion, implicit mass",
     .text = "return inclusion { friction = linear{ mu_s = 0.8, mu_d = 0.5, v_c = 0.1 }, " WAVES
             "method = \"implicit\", selection = mass{ epsilon = 1e-2 }, "
             "study = march{ final = 500, step = 1e-3, every = 7, probe = {0, 1, 150} } }\n"},
    {.name = "inclusion, ladder",
     .text = "return inclusion { friction = linear{ mu_s = 0.8, mu_d = 0.5, v_c = 0.1 }, " WAVES
             "study = limit{ of = \"epsilon\", from = 0.1, factor = 0.7, count = 12, final = 40, step = 1e-3 "
             "} }\n"},
    {.name = "slab, plain steps",
     .text =
         "return slab { " STEEL "contact = pressure{ S = 100*MPa }, "
         "friction = exponential{ mu_s = 0.8, mu_d = 0.5, v_c = 0.5 }, selection = mass{ epsilon = 0.1 }, "
         "foundation = { velocity = 0.5 }, "
         "study = march{ final = 10*ms, step = 100e-9, every = 2, probe = {1*ms, 7*ms} } }\n"},
    {.name = "slab, flight and landing",
     .text = "local H, squeeze = 5*cm, 20*um\n"
             "return slab { " STEEL "contact = unilateral{ squeeze = squeeze }, "
             "friction = linear{ mu_s = 0.8, mu_d = 0.5, v_c = 1 }, selection = mass{ epsilon = 10 }, "
             "foundation = { velocity = {2, 0.5} }, initial = { "
             "velocity = function(z) local s = math.sin(math.pi*z/H); "
             "return 3*s*s + 2*(1 - z/H), -1.5*math.sin(2*math.pi*z/H) + 0.5*(1 - z/H), 4*s*s end, "
             "strain = function(z) return -4.5e-4, 0, -squeeze/H end }, "
             "study = march{ final = 40*ms, step = 1e-7, every = 4, probe = {20*us, 11*ms}, profile = {1*ms, "
             "22*ms} "
             "} }\n",
     .often = true},
    {.name = "slab, driven, damped",
     .text =
         "return slab { " STEEL "contact = pressure{ S = function(t) return 5e7*(2 + math.sin(3e3*t)) end }, "
         "friction = linear{ mu_s = 0.8, mu_d = 0.5, v_c = 0.5 }, selection = mass{ epsilon = 0.1 }, "
         "damping = 1e-8, foundation = { velocity = function(t) return 0.5 + 0.1*math.sin(2e3*t), 0 end }, "
         "top = { velocity = function(t) return 0.2*math.sin(1e3*t), 0 end }, "
         "study = march{ final = 10*ms, step = 50e-9, every = 4 } }\n"},
    {.name = "slab, compliance",
     .text = "return slab { " STEEL "contact = compliance{ eta = 1e-13, squeeze = 10*um }, "
             "friction = stribeck{ mu_s = 0.8, mu_d = 0.5, v_c = 0.5 }, selection = mass{ epsilon = 1 }, "
             "foundation = { velocity = 0.5 }, initial = { velocity = function(z) return 0, 0, "
             "math.sin(62.8*z) end "
             "}, "
             "study = march{ final = 10*ms, step = 50e-9, every = 4 } }\n"},
    {.name = "slab, perfect delay",
     .text = "return slab { height = 1, material = elastic{ lambda = 1, G = 1, rho = 1 }, contact = "
             "pressure{ S = 1 "
             "}, "
             "friction = linear{ mu_s = 0.8, mu_d = 0.5, v_c = 0.1 }, selection = perfect_delay{}, "
             "top = { velocity = function(t) return 0.4*math.sin(t), 0 end }, "
             "study = march{ final = 400, step = 2e-3, every = 2, probe = {3, 77} } }\n"},
    {.name = "slab, rate and state",
     .text = "return slab { height = 10, material = elastic{ E = 75*GPa, nu = 0.25, rho = 2700 }, "
             "contact = pressure{ S = 5*MPa }, selection = perfect_delay{}, "
             "friction = rate_state{ mu_0 = 0.6, a = 0.01, b = 0.015, D_c = 10*um, V_0 = 1e-6, law = "
             "\"aging\" }, "
             "top = { velocity = 1e-2 }, initial = { strain = {1e-4, 0, 0} }, "
             "study = march{ final = 0.2, step = 5e-6, every = 2 } }\n"},
    {.name = "slab, upwind",
     .text =
         "return slab { " STEEL "contact = unilateral{ squeeze = 10*um }, method = \"upwind\", "
         "friction = exponential{ mu_s = 0.8, mu_d = 0.5, v_c = 0.5 }, selection = mass{ epsilon = 1 }, "
         "foundation = { velocity = function(t) return 0.5 + 0.1*math.sin(2e4*t), 0 end }, "
         "study = march{ final = 1*ms, step = 2e-8, every = 3, probe = {0.5*ms}, profile = {0.4*ms} } }\n"},
    {.name = "slab, viscous",
     .text = "return slab { height = 1, material = elastic{ lambda = 1, G = 1, rho = 1 }, contact = "
             "pressure{ S = 1 "
             "}, "
             "friction = linear{ mu_s = 0.8, mu_d = 0.5, v_c = 0.1 }, selection = viscosity{ eta = 0.01 }, "
             "top = { velocity = function(t) return 0.4*math.sin(t), 0 end }, "
             "study = { march{ final = 20, step = 2e-3, every = 2, probe = {3} }, "
             "limit{ of = \"eta\", from = 0.02, factor = 0.5, count = 3, final = 2, step = 2e-3 } } }\n"},
    {.name = "slab, ladder and period",
     .text = "return slab { " STEEL "contact = pressure{ S = 100*MPa }, "
             "friction = linear{ mu_s = 0.8, mu_d = 0.5, v_c = 0.5 }, selection = mass{ epsilon = 0.1 }, "
             "damping = 1e-8, foundation = { velocity = 0.5 }, "
             "study = { limit{ of = \"epsilon\", from = 1, factor = 0.5, count = 6, final = 1*ms, step = "
             "50e-9 }, "
             "period{ final = 60*ms, step = 100e-9, correlation = 0.999 } } }\n",
     .often = true},
    {.name = "beam, modes",
     .text = "return beam { c = 10, damping = 1e-4, k = 1, h_b = 1, alpha = 0.01, beta = 0, "
             "theta_wall = 400, theta_foundation = 400, friction = constant{ mu = 0.9 }, "
             "foundation = { velocity = function(t) return 1 + 2*math.sin(19*t) end }, "
             "study = { march{ final = 6, step = 5e-5, every = 5, probe = {1, 3}, profile = {2} }, "
             "spectrum{ of = \"end_velocity\" } } }\n",
     .often = true},
    {.name = "beam, grid",
     .text =
         "return beam { c = 10, damping = 1e-4, k = 1, h_b = 1, alpha = 0.01, beta = 0, method = \"grid\", "
         "theta_wall = 400, theta_foundation = function(t) return 400 + 5*math.sin(t) end, "
         "friction = stribeck{ mu_s = 0.9, mu_d = 0.5, v_c = 1 }, foundation = { velocity = 1 }, "
         "study = march{ final = 10, step = 2e-4, every = 2, probe = {1, 3} } }\n"},
    {.name = "beam, heat",
     .text =
         "return beam { c = 10, damping = 1e-4, k = 1, h_b = 1, alpha = 0.01, beta = 0, "
         "theta_wall = 400, theta_foundation = 400, force = function(x, t) return 10*x*math.sin(5*t) end, "
         "friction = formula(function(v, theta) return 0.5 + 0.4*math.exp(-math.max(theta - 400, 0)/2 - v) "
         "end), "
         "foundation = { velocity = 1 }, study = march{ final = 1, step = 2e-5, every = 2 } }\n"},
    {.name = "slider",
     .text = "return slider { mass = 1, stiffness = 25, normal_force = 10, drive = 0.2, "
             "friction = linear{ mu_s = 0.6, mu_d = 0.4, v_c = 1e-6 }, "
             "study = { march{ final = 80, step = 5e-4, every = 4, probe = {2, 10, 40} }, "
             "spectrum{ of = \"slip\" } } }\n"},
    {.name = "system, chain of blocks",
     .text =
         "local n, mass, stiffness, contacts, start = 20, {}, {}, {}, {}\n"
         "for i = 1, n do\n"
         "  mass[i], stiffness[i] = {}, {}\n"
         "  for j = 1, n do mass[i][j], stiffness[i][j] = 0, 0 end\n"
         "  mass[i][i], stiffness[i][i] = 1, 1 + ((i > 1 and 9 or 0) + (i < n and 9 or 0))\n"
         "  if i > 1 then stiffness[i][i - 1], stiffness[i - 1][i] = -9, -9 end\n"
         "  contacts[i] = { tangent = i, normal_force = 1, friction = stribeck{ mu_s = 1, mu_d = 0, v_c = "
         "1/6 } "
         "}\n"
         "  start[i] = 0.6 + 0.2*math.sin(1.7*i) + 0.15*math.sin(0.6*i*i)\n"
         "end\n"
         "return system { mass = mass, stiffness = stiffness, contacts = contacts, foundation = { velocity = "
         "0.01 }, "
         "initial = { displacement = start }, watch = {1, 7, 20}, "
         "study = march{ final = 600, step = 0.02, every = 4, probe = {20, 70} } }\n",
     .often = true},
    {.name = "system, hopping",
     .text =
         "return system { mass = {{1, 0}, {0, 1}}, stiffness = {{40, 8}, {8, 30}}, "
         "damping = {{0.05, 0}, {0, 0.05}}, contacts = { { normal = 1, tangent = 2, gap = 0.001, mu = 0.4, "
         "friction = linear{ mu_s = 0.5, mu_d = 0.3, v_c = 0.2 } } }, "
         "forces = { { dof = 1, force = function(t) return 1 + 1.5*math.sin(5*t) end }, "
         "{ dof = 2, force = function(t) return 0.4*math.sin(2*t) end } }, foundation = { velocity = 0.1 }, "
         "watch = {1, 2}, study = { march{ final = 200, step = 2e-3, every = 3, probe = {20, 70} }, "
         "spectrum{ of = \"displacement_1\" } } }\n"},
    {.name = "body, path",
     .text = "return body { mesh = rectangle{ length = 80*mm, height = 40*mm, cells = {24, 12} }, "
             "material = elastic{ E = 5*MPa, nu = 0.48, plane = \"stress\", thickness = 1*m }, "
             "fix = { top = {\"x\", \"y\"} }, "
             "contact = { side = \"bottom\", law = unilateral{}, friction = constant{ mu = 1.1 } }, "
             "load = { press{ side = \"top\", force = 55*N }, drag{ side = \"top\", by = {-2*mm, 0}, steps = "
             "80 } }, "
             "study = { path{ every = 7 }, stability{ critical_mu = true, at = \"every\" } } }\n",
     .often = true,
     .body = true},
    {.name = "body, march",
     .text = "return body { " PLATE
             "material = viscous{ E = 1, nu = 0.3, rho = 1, eta = 0.05 }, contact = { side = \"bottom\", "
             "law = unilateral{}, friction = linear{ mu_s = 0.8, mu_d = 0.3, v_c = 0.3 } }, "
             "foundation = { velocity = 0.1 }, load = { press{ side = \"top\", by = 0.02 }, "
             "drag{ side = \"top\", by = function(t) return -0.05*t, 0 end } }, "
             "study = { path{}, march{ final = 4, step = 0.004, fields = 50, probe = {0.4, 0.602}, "
             "watch = { {0.5, 0} } }, spectrum{ of = \"tangential_force\" } } }\n",
     .often = true,
     .body = true},
    {.name = "body, ladder",
     .text =
         "return body { " PLATE "material = elastic{ E = 1, nu = 0.3, rho = 1 }, "
         "contact = { side = \"bottom\", law = pressure{ S = 0.2 }, "
         "friction = linear{ mu_s = 0.8, mu_d = 0.3, v_c = 1 } }, "
         "foundation = { velocity = 0.1 }, selection = viscosity{ eta = 7 }, "
         "study = limit{ of = \"eta\", from = 0.04, factor = 0.5, count = 6, final = 1, step = 0.01 } }\n",
     .body = true},
    {.name = "sweep, inclusion",
     .text = "local p = param{ mu_s = 0.8, v_c = 0.1 }\n"
             "return inclusion { friction = linear{ mu_s = p.mu_s, mu_d = 0.5, v_c = p.v_c }, "
             "load = table_of{ t = {0, 0.5, 1}, value = {0.4, 1, 0.4} }, "
             "study = march{ final = 1, step = 1e-4, probe = {0.5} } }\n",
     .often = true,
     .over = "--over mu_s=0.5:1.2:20 --over v_c=0.01:1:12:log --sample v:maxima --after 10%"},
    {.name = "sweep, system",
     .text = "local p = param{ k = 30 }\n"
             "return system { mass = {{1, 0}, {0, 1}}, stiffness = {{40, 8}, {8, p.k}}, "
             "contacts = { { normal = 1, tangent = 2, mu = 0.4 } }, "
             "forces = { { dof = 1, force = function(t) return 1 + 1.5*math.sin(5*t) end } }, "
             "foundation = { velocity = 0.1 }, study = march{ final = 5, step = 2e-3 } }\n",
     .over = "--over k=20:60:40"},
    {.name = "sweep, body",
     .text =
         "local p = param{ mu = 0.4, by = 0.02 }\nreturn body { " PLATE
         "material = elastic{ E = 1, nu = 0.3 }, "
         "contact = { side = \"bottom\", law = unilateral{}, friction = constant{ mu = p.mu } }, "
         "load = { press{ side = \"top\", by = p.by }, drag{ side = \"top\", by = {0.02, 0}, steps = 4 } }, "
         "study = path{} }\n",
     .over = "--over mu=0.1:0.9:8 --over by=0.01:0.03:3",
     .body = true},
};

#endif
