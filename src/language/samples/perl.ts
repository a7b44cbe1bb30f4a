import type { LanguageSamples } from './samples.ts'

export const perlSamples: LanguageSamples = {
  hello: { code: 'print "hello\\n";' },
  stdin: { code: 'print while <STDIN>;' },
  args: { code: 'print "$_\\n" for @ARGV;' },
  files: {
    code: 'open my $file, "<", "data/numbers.csv" or die $!;\n<$file>;\nmy $sum = 0;\n$sum += $_ while <$file>;\nprint "$sum\\n";',
  },
  exitCode: { code: 'exit 3;' },
  error: { code: 'use strict;\n\ndie "not so";', type: 'Died', message: 'not so' },
  unicode: { code: 'print "héllo ✓ 你好 🎉\\n";' },
  large: { code: 'print "$_\\n" for 1..20000;' },
  forever: { code: '$| = 1;\nprint "started\\n";\nsleep 1 while 1;' },
}
