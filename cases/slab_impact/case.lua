-- A bar falls on a rigid foundation: the normal part alone, against its exact periodic solution.
return slab {
  height   = 1,
  material = elastic{ lambda = 0.5, G = 0.25, rho = 1 },
  contact  = unilateral{ squeeze = 0 },
  friction = constant{ mu = 0 },
  initial  = { strain = {0, 0, -0.5} },
  study    = march{ final = 150, step = 1e-3, every = 10, probe = {0.5, 1.5, 2.5, 75.5, 147.5, 148.5, 149.5} },
}
