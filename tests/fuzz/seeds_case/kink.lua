return slider{ law = formula(function(v) return math.max(0.5, 0.8 - 3*v) end) }
