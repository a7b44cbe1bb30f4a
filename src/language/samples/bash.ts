import type { LanguageSamples } from './samples.ts'

export const bashSamples: LanguageSamples = {
  hello: { code: 'echo hello' },
  stdin: { code: 'cat' },
  args: { code: 'printf "%s\\n" "$@"' },
  files: { code: 'total=0\nfor n in $(tail -n +2 data/numbers.csv); do total=$((total + n)); done\necho $total' },
  exitCode: { code: 'exit 3' },
  error: { code: 'set -e\n\nnope', type: 'CommandNotFound', message: 'nope: command not found' },
  unicode: { code: 'echo "héllo ✓ 你好 🎉"' },
  large: { code: 'seq 1 20000' },
  forever: { code: 'echo started\nwhile true; do sleep 1; done' },
}
