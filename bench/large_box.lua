return body {
  mesh      = box{ length = 80*mm, height = 40*mm, depth = 40*mm, cells = {60, 40, 40}, element = "Q1" },
  material  = elastic{ E = 5*MPa, nu = 0.3, rho = 1200 },
  fix       = { top = {"x", "y", "z"} },
  contact   = { side = "bottom", law = unilateral{}, friction = constant{ mu = 0.4 } },
  load      = { press{ side = "top", by = 1*mm, steps = 1 }, drag{ side = "top", by = {-1.5*mm, 0, 0}, steps = 5 } },
  study     = { path{ events = false } },
}
