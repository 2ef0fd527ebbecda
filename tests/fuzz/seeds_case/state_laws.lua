return slider{ laws = { rate_state{ mu_0 = 0.6, a = 0.01, b = 0.015, D_c = 10*um, V_0 = 1e-6, law = "slip" },
 slip_weakening{ mu_s = 0.7, mu_d = 0.5, D_c = 0.4*mm }, tabulated{ v = {0, 0.1}, mu = {1, 0.5} } } }
