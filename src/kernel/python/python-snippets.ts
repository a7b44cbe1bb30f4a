import type { KernelSnippets } from '../checks/kernel-check.ts'

/** Python snippets for the checks of every kernel. */
export const pythonSnippets: KernelSnippets = {
  language: 'python',
  remember: 'x = 41',
  recall: 'x + 1',
  fail: { code: 'y = 1\ny / 0', line: 2 },
  busy: 'print("begun")\nwhile True: pass',
  wait: 'import time\nprint("begun")\ntime.sleep(60)',
  readLine: 'print(input())',
  inOrder:
    'import subprocess, sys\nprint("one")\nprint("two", file=sys.stderr)\nsubprocess.run(["echo", "three"])\nNone',
  unicode: 'print("héllo 日本 🎉")',
  muchOutput: 'for number in range(1, 200_001): print(number)',
  endlessOutput: 'while True: print("y" * 99)',
  die: 'import os\nos._exit(3)',
  directory: 'import os\nprint(os.getcwd())',
  variable: 'import os\nprint(os.environ.get("COLOUR", "none"))',
  change: 'x = 6; y = 1',
  large: 'big = "a" * 1_500_000',
  unkept: { code: 'z = (number for number in [1])', name: 'z' },
}
