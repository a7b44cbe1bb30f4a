import type { LanguageSamples } from './samples.ts'

const main = (imports: string[], body: string) =>
  `package main\nimport (${imports.map((name) => `"${name}"`).join('; ')})\nfunc main() {\n${body}\n}\n`

export const goSamples: LanguageSamples = {
  hello: { code: main(['fmt'], 'fmt.Println("hello")') },
  stdin: { code: main(['io', 'os'], 'io.Copy(os.Stdout, os.Stdin)') },
  args: { code: main(['fmt', 'os'], 'for _, argument := range os.Args[1:] { fmt.Println(argument) }') },
  files: {
    code: main(
      ['fmt', 'os', 'strconv', 'strings'],
      'text, _ := os.ReadFile("data/numbers.csv")\nsum := 0\nfor _, line := range strings.Fields(string(text))[1:] {\nn, _ := strconv.Atoi(line)\nsum += n\n}\nfmt.Println(sum)',
    ),
  },
  exitCode: { code: main(['os'], 'os.Exit(3)') },
  error: {
    code: 'package main\nfunc main() {\n\tx := nope\n}\n',
    type: 'CompileError',
    message: 'undefined: nope',
  },
  unicode: { code: main(['fmt'], 'fmt.Println("héllo ✓ 你好 🎉")') },
  large: { code: main(['fmt'], 'for n := 1; n <= 20000; n++ { fmt.Println(n) }') },
  forever: { code: main(['fmt', 'time'], 'fmt.Println("started")\nfor { time.Sleep(time.Second) }') },
}
