local w = wheel{ radius = 1, teeth = 20 }
return rig{ width = 1, part = rod{ length = 1, tip = w }, parts = { w, wheel(2), rod{} } }
