import type { LanguageSamples } from './samples.ts'

const main = (body: string) =>
  `#include <chrono>\n#include <fstream>\n#include <iostream>\n#include <string>\n#include <thread>\nint main(int argc, char **argv) {\n${body}\n}\n`

export const cppSamples: LanguageSamples = {
  hello: { code: main('std::cout << "hello" << std::endl;') },
  stdin: { code: main('std::cout << std::cin.rdbuf();') },
  args: { code: main('for (int i = 1; i < argc; i++) std::cout << argv[i] << "\\n";') },
  files: {
    code: main(
      'std::ifstream file("data/numbers.csv");\nstd::string header;\nint n, sum = 0;\nfile >> header;\nwhile (file >> n) sum += n;\nstd::cout << sum << "\\n";',
    ),
  },
  exitCode: { code: main('return 3;') },
  error: {
    code: '#include <string>\nint main() {\n  return nope;\n}\n',
    type: 'CompileError',
    message: '‘nope’ was not declared in this scope',
  },
  unicode: { code: main('std::cout << "héllo ✓ 你好 🎉\\n";') },
  large: { code: main('for (int n = 1; n <= 20000; n++) std::cout << n << "\\n";') },
  forever: {
    code: main('std::cout << "started" << std::endl;\nfor (;;) std::this_thread::sleep_for(std::chrono::seconds(1));'),
  },
}
