import type { LanguageSamples } from './samples.ts'

export const javascriptSamples: LanguageSamples = {
  hello: { code: 'console.log("hello")' },
  stdin: { code: 'process.stdout.write(require("node:fs").readFileSync(0, "utf8"))' },
  args: { code: 'for (const argument of process.argv.slice(2)) console.log(argument)' },
  files: {
    code: 'import { readFileSync } from "node:fs"\nconst [, ...rows] = readFileSync("data/numbers.csv", "utf8").trim().split("\\n")\nconsole.log(rows.reduce((sum, n) => sum + Number(n), 0))',
  },
  exitCode: { code: 'process.exit(3)' },
  error: {
    code: 'const x = null\n\nx.key',
    type: 'TypeError',
    message: "Cannot read properties of null (reading 'key')",
  },
  unicode: { code: 'console.log("héllo ✓ 你好 🎉")' },
  large: { code: 'for (let n = 1; n <= 20000; n++) console.log(n)' },
  forever: { code: 'console.log("started")\nsetInterval(() => {}, 1000)' },
}
