local k = 3
return rig{ width = 1, shape = function(x) return k*x, 2, 3 end, drive = function(t) return 1, t, t*t end }
