-- Steady sliding under rate-and-state friction, disturbed a little: it returns above the critical stiffness and leaves below.
local p = param{ ratio = 0.97, a = 0.02, b = 0.03, mass = 0.01 }

local V, N, D_c, V_0, mu_0 = 1, 1, 1, 1e-3, 0.6
-- The law has ln(1 + v/V_0) in place of ln(v/V_0): a and b count with V/(V + V_0).
local part = V/(V + V_0)
local k_c = (p.b - p.a)*part*N/D_c * (1 + p.mass*V^2/(p.a*part*N*D_c))
local mu = mu_0 + (p.a - p.b)*math.log(1 + V/V_0)

return slider {
  mass         = p.mass,
  stiffness    = p.ratio*k_c,
  normal_force = N,
  friction     = rate_state{ mu_0 = mu_0, a = p.a, b = p.b, D_c = D_c, V_0 = V_0, law = "aging", start = V },
  drive        = V,
  initial      = { velocity = 1.001*V, stretch = mu*N/(p.ratio*k_c) },
  study        = march{ final = 300, step = 0.02, every = 5, probe = {100, 200, 300} },
}
