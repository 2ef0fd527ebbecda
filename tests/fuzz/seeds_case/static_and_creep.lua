return slider{ mass = 0, radiation = 4.6e6, stiffness = 2e6, normal_force = 50e6, drive = 1e-9,
 laws = { rate_state{ form = "asinh", mu_0 = 0.6, a = 0.01, b = 0.015, D_c = 8*mm, V_0 = 1e-6, law = "aging" }, constant{ mu = 0.4, mu_s = 0.6 } } }
