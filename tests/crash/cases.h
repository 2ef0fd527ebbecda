/* A case of each model and method that can be broken off. Each takes some tenths of a second
 * and writes often. */
#ifndef JUDDER_TESTS_CRASH_CASES_H
#define JUDDER_TESTS_CRASH_CASES_H

typedef struct CrashCase {
    const char *name, *text;
} CrashCase;

#define STEEL "height = 5*cm, material = elastic{ lambda = 107*GPa, G = 77*GPa, rho = 7800 }, "
#define WAVES "load = function(t) return 1.6*math.sin(t) + 0.1*math.sin(7.1*t) end, "

static const CrashCase crash_cases[] = {
    {"inclusion, perfect delay",
     "return inclusion { friction = exponential{ mu_s = 0.8, mu_d = 0.5, v_c = 0.1 }, " WAVES
     "selection = perfect_delay{}, study = { march{ final = 400, step = 1e-3, probe = {0, 1, 150, 299} }, "
     "spectrum{ of = \"v\" } } }\n"},
    {"inclusion, exact mass",
     "return inclusion { friction = exponential{ mu_s = 0.8, mu_d = 0.5, v_c = 0.1 }, start = 0.3, " WAVES
     "selection = mass{ epsilon = 1e-2 }, "
     "study = march{ final = 200, step = 1e-3, every = 7, probe = {0, 1, 150} } }\n"},
    {"inclusion, implicit mass",
     "return inclusion { friction = linear{ mu_s = 0.8, mu_d = 0.5, v_c = 0.1 }, " WAVES
     "method = \"implicit\", selection = mass{ epsilon = 1e-2 }, "
     "study = march{ final = 500, step = 1e-3, every = 7, probe = {0, 1, 150} } }\n"},
    {"inclusion, ladder",
     "return inclusion { friction = linear{ mu_s = 0.8, mu_d = 0.5, v_c = 0.1 }, " WAVES
     "study = limit{ of = \"epsilon\", from = 0.1, factor = 0.7, count = 12, final = 40, step = 1e-3 } }\n"},
    {"slab, plain steps",
     "return slab { " STEEL "contact = pressure{ S = 100*MPa }, "
     "friction = exponential{ mu_s = 0.8, mu_d = 0.5, v_c = 0.5 }, selection = mass{ epsilon = 0.1 }, "
     "foundation = { velocity = 0.5 }, "
     "study = march{ final = 10*ms, step = 100e-9, every = 2, probe = {1*ms, 7*ms} } }\n"},
    {"slab, flight and landing",
     "local H, squeeze = 5*cm, 20*um\n"
     "return slab { " STEEL "contact = unilateral{ squeeze = squeeze }, "
     "friction = linear{ mu_s = 0.8, mu_d = 0.5, v_c = 1 }, selection = mass{ epsilon = 10 }, "
     "foundation = { velocity = {2, 0.5} }, initial = { "
     "velocity = function(z) local s = math.sin(math.pi*z/H); "
     "return 3*s*s + 2*(1 - z/H), -1.5*math.sin(2*math.pi*z/H) + 0.5*(1 - z/H), 4*s*s end, "
     "strain = function(z) return -4.5e-4, 0, -squeeze/H end }, "
     "study = march{ final = 40*ms, step = 1e-7, every = 4, probe = {20*us, 11*ms}, profile = {1*ms, 22*ms} "
     "} }\n"},
    {"slab, driven, damped",
     "return slab { " STEEL "contact = pressure{ S = function(t) return 5e7*(2 + math.sin(3e3*t)) end }, "
     "friction = linear{ mu_s = 0.8, mu_d = 0.5, v_c = 0.5 }, selection = mass{ epsilon = 0.1 }, "
     "damping = 1e-8, foundation = { velocity = function(t) return 0.5 + 0.1*math.sin(2e3*t), 0 end }, "
     "top = { velocity = function(t) return 0.2*math.sin(1e3*t), 0 end }, "
     "study = march{ final = 10*ms, step = 50e-9, every = 4 } }\n"},
    {"slab, compliance",
     "return slab { " STEEL "contact = compliance{ eta = 1e-13, squeeze = 10*um }, "
     "friction = stribeck{ mu_s = 0.8, mu_d = 0.5, v_c = 0.5 }, selection = mass{ epsilon = 1 }, "
     "foundation = { velocity = 0.5 }, initial = { velocity = function(z) return 0, 0, math.sin(62.8*z) end "
     "}, "
     "study = march{ final = 10*ms, step = 50e-9, every = 4 } }\n"},
    {"slab, perfect delay",
     "return slab { height = 1, material = elastic{ lambda = 1, G = 1, rho = 1 }, contact = pressure{ S = 1 "
     "}, "
     "friction = linear{ mu_s = 0.8, mu_d = 0.5, v_c = 0.1 }, selection = perfect_delay{}, "
     "top = { velocity = function(t) return 0.4*math.sin(t), 0 end }, "
     "study = march{ final = 400, step = 2e-3, every = 2, probe = {3, 77} } }\n"},
    {"slab, rate and state",
     "return slab { height = 10, material = elastic{ E = 75*GPa, nu = 0.25, rho = 2700 }, "
     "contact = pressure{ S = 5*MPa }, selection = perfect_delay{}, "
     "friction = rate_state{ mu_0 = 0.6, a = 0.01, b = 0.015, D_c = 10*um, V_0 = 1e-6, law = \"aging\" }, "
     "top = { velocity = 1e-2 }, initial = { strain = {1e-4, 0, 0} }, "
     "study = march{ final = 0.2, step = 5e-6, every = 2 } }\n"},
    {"slab, upwind",
     "return slab { " STEEL "contact = unilateral{ squeeze = 10*um }, method = \"upwind\", "
     "friction = exponential{ mu_s = 0.8, mu_d = 0.5, v_c = 0.5 }, selection = mass{ epsilon = 1 }, "
     "foundation = { velocity = function(t) return 0.5 + 0.1*math.sin(2e4*t), 0 end }, "
     "study = march{ final = 1*ms, step = 2e-8, every = 3, probe = {0.5*ms}, profile = {0.4*ms} } }\n"},
    {"slab, viscous",
     "return slab { height = 1, material = elastic{ lambda = 1, G = 1, rho = 1 }, contact = pressure{ S = 1 "
     "}, "
     "friction = linear{ mu_s = 0.8, mu_d = 0.5, v_c = 0.1 }, selection = viscosity{ eta = 0.01 }, "
     "top = { velocity = function(t) return 0.4*math.sin(t), 0 end }, "
     "study = { march{ final = 20, step = 2e-3, every = 2, probe = {3} }, "
     "limit{ of = \"eta\", from = 0.02, factor = 0.5, count = 3, final = 2, step = 2e-3 } } }\n"},
    {"slab, ladder and period",
     "return slab { " STEEL "contact = pressure{ S = 100*MPa }, "
     "friction = linear{ mu_s = 0.8, mu_d = 0.5, v_c = 0.5 }, selection = mass{ epsilon = 0.1 }, "
     "damping = 1e-8, foundation = { velocity = 0.5 }, "
     "study = { limit{ of = \"epsilon\", from = 1, factor = 0.5, count = 6, final = 1*ms, step = 50e-9 }, "
     "period{ final = 60*ms, step = 100e-9, correlation = 0.999 } } }\n"},
    {"beam, modes", "return beam { c = 10, damping = 1e-4, k = 1, h_b = 1, alpha = 0.01, beta = 0, "
                    "theta_wall = 400, theta_foundation = 400, friction = constant{ mu = 0.9 }, "
                    "foundation = { velocity = function(t) return 1 + 2*math.sin(19*t) end }, "
                    "study = { march{ final = 6, step = 5e-5, every = 5, probe = {1, 3}, profile = {2} }, "
                    "spectrum{ of = \"end_velocity\" } } }\n"},
    {"beam, grid",
     "return beam { c = 10, damping = 1e-4, k = 1, h_b = 1, alpha = 0.01, beta = 0, method = \"grid\", "
     "theta_wall = 400, theta_foundation = function(t) return 400 + 5*math.sin(t) end, "
     "friction = stribeck{ mu_s = 0.9, mu_d = 0.5, v_c = 1 }, foundation = { velocity = 1 }, "
     "study = march{ final = 10, step = 2e-4, every = 2, probe = {1, 3} } }\n"},
    {"beam, heat",
     "return beam { c = 10, damping = 1e-4, k = 1, h_b = 1, alpha = 0.01, beta = 0, "
     "theta_wall = 400, theta_foundation = 400, force = function(x, t) return 10*x*math.sin(5*t) end, "
     "friction = formula(function(v, theta) return 0.5 + 0.4*math.exp(-math.max(theta - 400, 0)/2 - v) end), "
     "foundation = { velocity = 1 }, study = march{ final = 1, step = 2e-5, every = 2 } }\n"},
};

#endif
