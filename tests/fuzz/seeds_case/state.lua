local n, m = 0, { 1, k = { 2 } }
local function up() n = n + 1 return n end
return rig{ width = #m, shape = function(t) local s = {} s[#s + 1] = t for k, v in pairs(m) do s[k] = v end
  if t > 0.2 then m.k[1] = up() end return n + #s end, load = function(t) m[1] = t return math.random() end }
