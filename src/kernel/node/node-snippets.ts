import type { KernelSnippets } from '../checks/kernel-check.ts'

/** JavaScript snippets for the checks of every kernel. */
export const javascriptSnippets: KernelSnippets = {
  language: 'javascript',
  remember: 'const x = 41',
  recall: 'x + 1',
  fail: { code: 'const y = null\ny.nothing', line: 2 },
  busy: 'console.log("begun")\nwhile (true) {}',
  wait: 'console.log("begun")\nawait new Promise((resolve) => setTimeout(resolve, 60_000))',
  readLine: 'console.log(require("node:fs").readFileSync(0, "utf8").split("\\n")[0])',
  inOrder:
    'console.log("one")\nconsole.error("two")\nrequire("node:child_process").execFileSync("echo", ["three"], { stdio: "inherit" })\nundefined',
  unicode: 'console.log("héllo 日本 🎉")',
  // Node writes each line at once: a hundred together take a fraction of the time.
  muchOutput:
    'for (let first = 1; first <= 200_000; first += 100) console.log(Array.from({ length: 100 }, (_, n) => first + n).join("\\n"))',
  endlessOutput: 'while (true) console.log("y".repeat(99))',
  die: 'process.abort()',
  directory: 'console.log(process.cwd())',
  variable: 'const { env } = process\nconsole.log(env.COLOUR ?? "none")',
  change: 'x = 6; let y = 1',
  large: 'const big = "a".repeat(1_500_000)',
  unkept: { code: 'const z = new WeakMap()', name: 'z' },
}

export const typescriptSnippets: KernelSnippets = {
  ...javascriptSnippets,
  language: 'typescript',
  remember: 'const x: number = 41',
  fail: { code: 'enum Colour { Red }\n\nconst y: string | null = null\ny!.length', line: 4 },
}
