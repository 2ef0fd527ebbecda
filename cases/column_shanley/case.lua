-- A column on two feet under the load Lam: both feet are in impending slip, and the column may tilt.
-- (pinto2004, section 8.2, w = 0)
local p = param{ Lam = 0.68, m = 0.1 }
local l, mu, u_v, u_h = 0.5, 0.3, 0.6, 0.06
local d = l - u_h + mu/2*(u_v - p.Lam/2)
local a = 4*d^2 - p.Lam                                      -- stiffness of the tilt
local L = p.Lam/2

return system {
  -- dofs: normal and tangent of foot 1, normal and tangent of foot 2, tilt
  mass      = { {p.m, 0, 0, 0, 0}, {0, p.m, 0, 0, 0}, {0, 0, p.m, 0, 0}, {0, 0, 0, p.m, 0}, {0, 0, 0, 0, 1/3} },
  stiffness = { { 2,  0,  0,  0, -d },
                { 0,  1,  0,  0,  L },
                { 0,  0,  2,  0,  d },
                { 0,  0,  0,  1, -L },
                {-d,  L,  d, -L,  a } },
  contacts  = {
    { normal = 1, tangent = 2, state = "slip", direction = 1, mu = mu, reaction = {-1, -mu} },
    { normal = 3, tangent = 4, state = "slip", direction = 1, mu = mu, reaction = {-1, -mu} },
  },
  load      = { -0.25, 0, -0.25, 0, 0 },
  study     = stability{ critical_mu = true, growth = {}, rate = true, classes = true },
}
