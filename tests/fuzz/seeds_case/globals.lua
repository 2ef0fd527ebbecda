#!/usr/bin/env judder
size = 3
local function twice(x) return 2*x end
goto over
size = 4
::over::
return rig{ width = twice(size) }
