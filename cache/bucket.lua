-- Both buckets of an app in one step: see package rate, whose rules these are.
-- KEYS[1] the buckets; ARGV: requests a minute, tokens a minute, tokens, and
-- whether to take a request ("take") or only to charge tokens ("correct").
-- Returns whether it was taken, and what the buckets hold afterwards. The time
-- is the server's, so that no gateway's clock counts.
local time = redis.call('TIME')
local now = tonumber(time[1]) + tonumber(time[2]) / 1000000
local held = redis.call('HMGET', KEYS[1], 'requests', 'tokens', 'at')
local most = {requests = tonumber(ARGV[1]), tokens = tonumber(ARGV[2])}
local cost = tonumber(ARGV[3])
local at = tonumber(held[3]) or now
local level = {requests = tonumber(held[1]) or most.requests, tokens = tonumber(held[2]) or most.tokens}
for kind, size in pairs(most) do
	level[kind] = math.min(size, level[kind] + size * math.max(0, now - at) / 60)
end

local function has(kind, amount)
	return most[kind] <= 0 or level[kind] + 0.000001 >= math.min(amount, most[kind])
end

local taken = 1
if ARGV[4] == 'correct' then
	level.tokens = math.min(most.tokens, level.tokens - cost)
elseif has('requests', 1) and has('tokens', cost) then
	level.requests = level.requests - 1
	level.tokens = level.tokens - cost
else
	taken = 0
end

local full = 0 -- seconds until both are, from when on nothing need be known
for kind, size in pairs(most) do
	if size > 0 then full = math.max(full, (size - level[kind]) / size * 60) end
end
local requests, tokens = string.format('%.6f', level.requests), string.format('%.6f', level.tokens)
redis.call('HSET', KEYS[1], 'requests', requests, 'tokens', tokens, 'at', string.format('%.6f', math.max(now, at)))
redis.call('PEXPIRE', KEYS[1], math.ceil(math.min(full, 31536000) * 1000) + 1000)
return {taken, requests, tokens}
