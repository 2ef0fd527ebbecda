-- Earthquakes of a chain of blocks, each with rate-and-state friction, pulled by leaf springs from a plate that creeps on: blocks that rest
-- for half a minute slip within milliseconds and load their neighbours.
local p = param{ blocks = 4, mass = 1, leaf = 4e5, coupling = 4e6, N = 1000, V = 1e-5, final = 120, tolerance = 1e-4 }

local n = math.floor(p.blocks)
local V_0, mu_0, a, b, D_c = 1e-6, 0.6, 0.008, 0.012, 5e-6
local mass, stiffness, contacts, start, speed = {}, {}, {}, {}, {}
for i = 1, n + 1 do                                       -- the last dof is the plate
  mass[i], stiffness[i] = {}, {}
  for j = 1, n + 1 do mass[i][j], stiffness[i][j] = 0, 0 end
end
local function spring(i, j, k)
  stiffness[i][i], stiffness[j][j] = stiffness[i][i] + k, stiffness[j][j] + k
  stiffness[i][j], stiffness[j][i] = stiffness[i][j] - k, stiffness[j][i] - k
end
-- All creep at the speed of the plate, with half the state of steady sliding; the springs of the outer ones hold a little less.
local y = 2*p.V
local x = p.V/(2*V_0)*math.exp((mu_0 - b*math.log(y/V_0))/a)
local mu = a*math.log(x + math.sqrt(x*x + 1))
for i = 1, n do
  mass[i][i] = p.mass
  spring(i, n + 1, p.leaf)
  if i > 1 then spring(i, i - 1, p.coupling) end
  contacts[i] = { tangent = i, normal_force = p.N*(1 + 0.05*(i - 1)),
                  friction = rate_state{ form = "asinh", law = "slip", mu_0 = mu_0, a = a, b = b, D_c = D_c, V_0 = V_0, start = y } }
  start[i], speed[i] = -p.N*mu/p.leaf, p.V
end
mass[n + 1][n + 1], start[n + 1], speed[n + 1] = p.mass, 0, p.V

return system {
  mass      = mass,
  stiffness = stiffness,
  contacts  = contacts,
  drive     = { { dof = n + 1, velocity = p.V } },
  initial   = { displacement = start, velocity = speed },
  study     = march{ final = p.final, step = 1e-3, tolerance = p.tolerance, every = 4 },
}
