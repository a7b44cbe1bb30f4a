import type { Templates } from '../features.ts'

export const lua: Templates = {
  squares: ({ n }) => `local sum = 0\nfor k = 1, ${n} do sum = sum + k * k end\nprint(sum)`,
  fizzbuzz: ({ n }) =>
    `for k = 1, ${n} do\n  local word = (k % 3 == 0 and "fizz" or "") .. (k % 5 == 0 and "buzz" or "")\n  print(word == "" and k or word)\nend`,
  divisor: ({ a, b }) =>
    `local function gcd(a, b) if b == 0 then return a end return gcd(b, a % b) end\nprint(gcd(${a}, ${b}))`,
  sorted: ({ numbers }) => `local list = {${numbers}}\ntable.sort(list)\nfor _, n in ipairs(list) do print(n) end`,
  primes: ({ n }) =>
    `for k = 2, ${n} do\n  local prime = true\n  for d = 2, k - 1 do if k % d == 0 then prime = false end end\n  if prime then print(k) end\nend`,
  repeated: ({ word, times }) => `print(string.rep("${word}", ${times}, "-"))`,
}
