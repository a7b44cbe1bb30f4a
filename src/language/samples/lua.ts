import type { LanguageSamples } from './samples.ts'

export const luaSamples: LanguageSamples = {
  hello: { code: 'print("hello")' },
  stdin: { code: 'io.write(io.read("a"))' },
  args: { code: 'for _, argument in ipairs(arg) do print(argument) end' },
  files: {
    code: 'local sum = 0\nfor line in io.lines("data/numbers.csv") do sum = sum + (math.tointeger(tonumber(line)) or 0) end\nprint(sum)',
  },
  exitCode: { code: 'os.exit(3)' },
  error: { code: 'local x = 1\n\nerror("not so")', type: 'RuntimeError', message: 'not so' },
  unicode: { code: 'print("héllo ✓ 你好 🎉")' },
  large: { code: 'for n = 1, 20000 do print(n) end' },
  forever: { code: 'io.stdout:setvbuf("no")\nprint("started")\nwhile true do os.execute("sleep 1") end' },
}
