return slider{ law = formula(function(v) return 0.5 + 0.3*math.exp(-v/0.1) end) }
