-- A body with an upright and an inclined leg on one foot: Klarbring's particle, made of rubber.
local p = param{ n = 19, mu = 1.5 }                               -- contact nodes: 11, 14 or 19
local meshes = { [11] = "legs_11.msh", [14] = "legs_14.msh", [19] = "legs_19.msh" }
assert(meshes[p.n], "n: 11, 14 or 19")

return body {
  mesh     = gmsh(meshes[p.n]),
  material = elastic{ E = 1, nu = 0.48, rho = 1, plane = "stress", thickness = 1 },
  fix      = { held = {"x", "y"} },                               -- the ends of both legs
  contact  = { side = "foot", law = unilateral{}, friction = constant{ mu = p.mu }, state = "slip-" },
  study    = stability{ critical_mu = true },
}
