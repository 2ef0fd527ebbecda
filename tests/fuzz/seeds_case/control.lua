local list = {}
for i = 1, 5 do list[#list + 1] = i/2 end
local i = 0
while true do i = i + 1; if i > 3 then break end end
repeat i = i - 1 until i < 1
for k, v in pairs(list) do assert(v, tostring(k)) end
return rig{ width = select("#", 1, 2), times = list }
