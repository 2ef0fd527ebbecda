-- A block on a belt, held by a spring: friction falls with the slip speed, so the block is carried along, tears loose, slips back
-- and is caught again. The classical oscillator of dry friction.
local p = param{ V = 0.2, step = 0.01, final = 150 }

return slider {
  mass         = 1,
  stiffness    = 1,
  normal_force = 1,
  friction     = stribeck{ mu_s = 1, mu_d = 0, v_c = 1/3 },   -- mu = 1/(1 + 3 v)
  drive        = 0,
  foundation   = { velocity = p.V },
  initial      = { velocity = p.V },
  study        = march{ final = p.final, step = p.step, every = 10 },
}
