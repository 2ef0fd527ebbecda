-- A brake pad of friction material: pressed on the disc by its back plate, then carried sideways until the whole face slides; at which
-- friction would that state slip away by itself?
local p = param{ force = 2*kN, mu = 0.4, slide = 0.3*mm }

return body {
  mesh     = gmsh "pad.msh",
  material = elastic{ E = 300*MPa, nu = 0.25, rho = 2500 },
  fix      = { plate = {"x", "y", "z"} },
  contact  = { side = "face", law = unilateral{}, friction = constant{ mu = p.mu } },
  load     = { press{ side = "plate", force = p.force, steps = 4 }, drag{ side = "plate", by = {p.slide, 0, 0}, steps = 10 } },
  study    = { path{ watch = { {-35*mm, 60.62*mm, 0}, {35*mm, 60.62*mm, 0} } },
               stability{ critical_mu = true, growth = { mu = 2.5 } },
               stability{ name = "free_across", critical_mu = true, across = "free" } },
}
