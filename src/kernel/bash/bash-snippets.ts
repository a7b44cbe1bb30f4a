import type { KernelSnippets } from '../checks/kernel-check.ts'

/** Bash snippets for the checks of every kernel. */
export const bashSnippets: KernelSnippets = {
  language: 'bash',
  remember: 'x=41',
  recall: 'echo $((x + 1))',
  fail: { code: 'y=1\nno_such_command', line: 2 },
  busy: 'echo begun\nwhile :; do :; done',
  wait: 'echo begun\nsleep 60',
  readLine: 'read -r line\necho "$line"',
  // Two pipes: output of other programs is in order only where the reader has time in between.
  inOrder: 'echo one\nsleep 0.2\necho two >&2\nsleep 0.2\nenv echo three',
  unicode: 'echo "héllo 日本 🎉"',
  muchOutput: 'seq 200000',
  endlessOutput: `yes ${'y'.repeat(99)}`,
  die: 'kill -KILL $$',
  directory: 'pwd',
  variable: 'printenv COLOUR || echo none',
  change: 'x=6; y=1',
  large: 'big=$(head -c 1500000 /dev/zero | tr "\\0" a)',
  unkept: { code: 'exec 5>kept.txt', name: 'descriptor 5' },
}
