import type { LanguageSamples } from './samples.ts'

export const phpSamples: LanguageSamples = {
  hello: { code: '<?php\necho "hello\\n";' },
  stdin: { code: '<?php\necho stream_get_contents(STDIN);' },
  args: { code: '<?php\nforeach (array_slice($argv, 1) as $argument) echo "$argument\\n";' },
  files: { code: '<?php\necho array_sum(array_slice(file("data/numbers.csv"), 1)), "\\n";' },
  exitCode: { code: '<?php\nexit(3);' },
  error: {
    code: '<?php\n\nthrow new RuntimeException("not so");',
    type: 'RuntimeException',
    message: 'not so',
  },
  unicode: { code: '<?php\necho "héllo ✓ 你好 🎉\\n";' },
  large: { code: '<?php\nfor ($n = 1; $n <= 20000; $n++) echo "$n\\n";' },
  forever: { code: '<?php\necho "started\\n";\nwhile (true) sleep(1);' },
}
