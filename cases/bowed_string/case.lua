-- A violin string under the bow, as a sum of its modes. The bow touches at a part `beta` of the length; the displacement there is a
-- dof of its own, in place of the first modal coordinate.
local p = param{ f = 196, modes = 16, beta = 1/7, bow = 0.2, force = 1.0, damping = 0.02, final = 1.5, step = 50*us }

local L, tension = 0.33, 50
local rho = tension/(2*L*p.f)^2                  -- mass per length: f = sqrt(tension/rho)/(2 L)
local N = math.floor(p.modes)

-- u(x, t) = sum of q_n sin(n pi x/L): mass rho L/2, stiffness mass omega_n^2, damping that grows with the frequency.
local m, k, c, phi = {}, {}, {}, {}
for n = 1, N do
  local omega = 2*math.pi*p.f*n
  m[n], k[n] = rho*L/2, rho*L/2*omega^2
  c[n] = 2*m[n]*omega*p.damping*(0.5 + 0.5*n/N)
  phi[n] = math.sin(n*math.pi*p.beta)
end

-- q_1 = (u_b - phi_2 q_2 - ...)/phi_1: of a diagonal form d, what it is in (u_b, q_2, ..., q_N).
local function transformed(d)
  local t = { 1/phi[1] }
  for n = 2, N do t[n] = -phi[n]/phi[1] end
  local a = {}
  for i = 1, N do
    a[i] = {}
    for j = 1, N do a[i][j] = d[1]*t[i]*t[j] + (i == j and i > 1 and d[i] or 0) end
  end
  return a
end

return system {
  mass       = transformed(m),
  damping    = transformed(c),
  stiffness  = transformed(k),
  contacts   = { { tangent = 1, normal_force = p.force, friction = stribeck{ mu_s = 0.8, mu_d = 0.3, v_c = 0.1 } } },
  foundation = { velocity = p.bow },
  watch      = { 1 },
  study      = { march{ final = p.final, step = p.step },
                 spectrum{ of = "velocity_1", from = p.final/2 } },
}
