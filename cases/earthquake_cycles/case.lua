-- Earthquakes of one block: the numbers of the SEAS benchmark BP1 without its depth. A fault patch with rate-and-state friction is loaded
-- through a spring by plate motion; what it radiates takes the place of inertia. Per square metre of fault.
local p = param{ a = 0.010, b = 0.015, D_c = 8*mm, sigma = 50e6, V_p = 1e-9, width = 15e3, tolerance = 1e-5, years = 500 }

local G, c_s = 2670*3464^2, 3464
local V_0, mu_0 = 1e-6, 0.6
local k, eta = G/p.width, G/(2*c_s)
-- It starts at plate speed with half the state of steady sliding, the spring in balance.
local y = 2*p.V_p                                   -- D_c/theta
local psi = mu_0 - p.b*math.log(y/V_0)
local x = p.V_p/(2*V_0)*math.exp(psi/p.a)
local mu = p.a*math.log(x + math.sqrt(x*x + 1))
local stretch = (p.sigma*mu + eta*p.V_p)/k

return slider {
  mass         = 0,
  radiation    = eta,
  stiffness    = k,
  normal_force = p.sigma,
  friction     = rate_state{ form = "asinh", mu_0 = mu_0, a = p.a, b = p.b, D_c = p.D_c, V_0 = V_0, law = "aging", start = y },
  drive        = p.V_p,
  initial      = { velocity = p.V_p, stretch = stretch },
  study        = march{ final = p.years*365.25*86400, step = 1e4, tolerance = p.tolerance, every = 5 },
}
