import type { LanguageSamples } from './samples.ts'

const main = (body: string) =>
  `#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\nint main(int argc, char **argv) {\n${body}\n}\n`

export const cSamples: LanguageSamples = {
  hello: { code: main('puts("hello");') },
  stdin: { code: main('int c;\nwhile ((c = getchar()) != EOF) putchar(c);') },
  args: { code: main('for (int i = 1; i < argc; i++) puts(argv[i]);') },
  files: {
    code: main(
      'FILE *file = fopen("data/numbers.csv", "r");\nchar line[80];\nint sum = 0;\nwhile (fgets(line, sizeof line, file)) sum += atoi(line);\nprintf("%d\\n", sum);',
    ),
  },
  exitCode: { code: main('return 3;') },
  error: {
    code: '#include <stdio.h>\nint main(void) {\n  return nope;\n}\n',
    type: 'CompileError',
    message: '‘nope’ undeclared (first use in this function)',
  },
  unicode: { code: main('puts("héllo ✓ 你好 🎉");') },
  large: { code: main('for (int n = 1; n <= 20000; n++) printf("%d\\n", n);') },
  forever: { code: main('puts("started");\nfflush(stdout);\nfor (;;) sleep(1);') },
}
