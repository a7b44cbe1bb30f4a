import type { LanguageSamples } from './samples.ts'

export const pythonSamples: LanguageSamples = {
  hello: { code: 'print("hello")' },
  stdin: { code: 'import sys\nprint(sys.stdin.read(), end="")' },
  args: { code: 'import sys\nfor argument in sys.argv[1:]:\n    print(argument)' },
  files: { code: 'import csv\nprint(sum(int(row["n"]) for row in csv.DictReader(open("data/numbers.csv"))))' },
  exitCode: { code: 'import sys\nsys.exit(3)' },
  error: { code: 'x = {}\n\nx["key"]', type: 'KeyError', message: "'key'" },
  unicode: { code: 'print("héllo ✓ 你好 🎉")' },
  large: { code: 'for n in range(1, 20001):\n    print(n)' },
  forever: { code: 'import time\nprint("started")\nwhile True:\n    time.sleep(1)' },
}
