-- The slab of column_is_slab by central differences: no system is solved; a viscosity of .15 cells keeps the mesh quiet. rho = G = H = S = 1.
local p = param{ cells = 400, quiet = 0.15, cfl = 0.9 }
local function sheared(x, z)   -- G u_z = 0.4 + 0.6 sin^2(pi z), top at rest
  return -(0.4*(1 - z) + 0.6*((1 - z)/2 + math.sin(2*math.pi*z)/(4*math.pi))), 0
end

return body {
  mesh      = rectangle{ length = 1/p.cells, height = 1, cells = {1, p.cells}, element = "Q1", periodic = "left-right" },
  material  = elastic{ lambda = 0, G = 1, rho = 1, plane = "strain" },
  fix       = { top = {"x", "y"} },
  contact   = { side = "bottom", law = pressure{ S = 1 }, friction = linear{ mu_s = 0.8, mu_d = 0.5, v_c = 0.1 } },
  initial   = { displacement = sheared },
  selection = viscosity{ eta = p.quiet/p.cells },
  method    = "explicit",
  study     = march{ final = 1, step = 1, cfl = p.cfl, watch = { {0, 0} }, probe = {0.25, 0.35, 0.5, 0.7, 0.9} },
}
