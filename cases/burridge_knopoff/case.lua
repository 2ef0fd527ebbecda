-- A chain of blocks between two plates (Burridge and Knopoff): springs along the chain, leaf springs to the plate above,
-- friction that falls with the slip speed on the plate below, which moves.
local p = param{ blocks = 40, V = 0.01, coupling = 9, alpha = 3, final = 120 }

local n = math.floor(p.blocks)
local mass, stiffness, contacts, start = {}, {}, {}, {}
for i = 1, n do
  mass[i], stiffness[i] = {}, {}
  for j = 1, n do mass[i][j], stiffness[i][j] = 0, 0 end
  mass[i][i] = 1
  stiffness[i][i] = 1 + ((i > 1 and p.coupling or 0) + (i < n and p.coupling or 0))
  if i > 1 then stiffness[i][i - 1], stiffness[i - 1][i] = -p.coupling, -p.coupling end
  -- mu = 1/(1 + 2 alpha v): the force of friction at rest is the unit of force.
  contacts[i] = { tangent = i, normal_force = 1, friction = stribeck{ mu_s = 1, mu_d = 0, v_c = 1/(2*p.alpha) } }
  -- An uneven start, the same on every machine.
  start[i] = 0.6 + 0.2*math.sin(1.7*i) + 0.15*math.sin(0.6*i*i)
end

return system {
  mass       = mass,
  stiffness  = stiffness,
  contacts   = contacts,
  foundation = { velocity = p.V },
  initial    = { displacement = start },
  watch      = { 1, math.floor(n/4), math.floor(n/2), math.floor(3*n/4), n },
  study      = march{ final = p.final, step = 0.02, every = 10, probe = {20, 70, 120} },
}
