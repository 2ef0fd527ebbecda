-- A cylinder pressed on a rigid plane, then pulled sideways less than friction bears: the middle sticks, the edges slip (Cattaneo, Mindlin).
local p = param{ P = 2.9*10^6, mu = 0.3, pull = 5*um, E = 200*GPa, nu = 0.49 }

return body {
  mesh     = gmsh "cylinder.msh",
  material = elastic{ E = p.E, nu = p.nu, rho = 7800, plane = "strain", thickness = 1*m },
  fix      = { top = {"x", "y"} },
  contact  = { side = "contact", normal = {0, 1}, law = unilateral{}, friction = constant{ mu = p.mu } },
  load     = { press{ side = "top", force = p.P }, drag{ side = "top", by = {p.pull, 0}, steps = 10 } },
  study    = path{},
}
