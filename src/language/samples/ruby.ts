import type { LanguageSamples } from './samples.ts'

export const rubySamples: LanguageSamples = {
  hello: { code: 'puts "hello"' },
  stdin: { code: 'print STDIN.read' },
  args: { code: 'ARGV.each { |argument| puts argument }' },
  files: { code: 'puts File.readlines("data/numbers.csv").drop(1).sum(&:to_i)' },
  exitCode: { code: 'exit 3' },
  error: { code: 'x = 1\n\nraise ArgumentError, "not so"', type: 'ArgumentError', message: 'not so' },
  unicode: { code: 'puts "héllo ✓ 你好 🎉"' },
  large: { code: '(1..20000).each { |n| puts n }' },
  forever: { code: 'STDOUT.sync = true\nputs "started"\nloop { sleep 1 }' },
}
