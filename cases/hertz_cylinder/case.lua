-- A steel cylinder on a rigid plane without friction: Hertz. Half of the half cylinder, by symmetry; forces of that half.
local p = param{ P = 2.9*10^6, mu = 0, fine = 1 }     -- P in N per metre of the whole cylinder

return body {
  mesh     = gmsh(p.fine == 1 and "fine.msh" or "coarse.msh"),
  material = elastic{ E = 210*GPa, nu = 0.3, rho = 7800, plane = "strain", thickness = 1*m },
  fix      = { top = {"x", "y"}, axis = {"x"} },
  contact  = { side = "contact", normal = {0, 1}, law = unilateral{}, friction = constant{ mu = p.mu } },
  load     = press{ side = "top", force = p.P/2 },
  study    = path{},
}
