return slider{ law = linear{ mu_s = 0.8, mu_d = 0.5, v_c = 0.1 },
 laws = { constant{ mu = 0.6 }, exponential{ mu_s = 0.8, mu_d = 0.5, v_c = 0.1 },
 stribeck{ mu_s = 0.8, mu_d = 0.5, v_c = 0.1, viscous = 0.01 } } }
