return rig{ width = 1,
 load = function(t) if t < 0.5 then return t end return math.sin(t) end,
 drive = { 1, table_of{ t = {0, 1, 1}, value = {0, 1, 2} }, function(t) return t^2 end } }
