import type { LanguageSamples } from './samples.ts'

const main = (body: string) =>
  `import java.nio.file.*;\npublic class Sample {\npublic static void main(String[] args) throws Exception {\n${body}\n}\n}\n`

export const javaSamples: LanguageSamples = {
  hello: { code: main('System.out.println("hello");') },
  stdin: { code: main('System.in.transferTo(System.out);\nSystem.out.flush();') },
  args: { code: main('for (String argument : args) System.out.println(argument);') },
  files: {
    code: main(
      'System.out.println(Files.readAllLines(Path.of("data/numbers.csv")).stream().skip(1).mapToInt(Integer::parseInt).sum());',
    ),
  },
  exitCode: { code: main('System.exit(3);') },
  error: {
    code: 'class Sample {\n  public static void main(String[] args) {\n    throw new IllegalStateException("not so");\n  }\n}\n',
    type: 'java.lang.IllegalStateException',
    message: 'not so',
  },
  unicode: { code: main('System.out.println("héllo ✓ 你好 🎉");') },
  large: { code: main('for (int n = 1; n <= 20000; n++) System.out.println(n);') },
  forever: { code: main('System.out.println("started");\nwhile (true) Thread.sleep(1000);') },
}
