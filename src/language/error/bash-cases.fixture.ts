import type { ErrorCase } from './error-case.fixture.ts'

export const bashCases: ErrorCase[] = [
  [
    'a Bash command that does not exist',
    'bash',
    'set -e\nnope --now',
    { type: 'CommandNotFound', message: 'nope: command not found', line: 2, expression: 'nope' },
  ],
  [
    'a Bash syntax error',
    'bash',
    'if true; then\necho a',
    { type: 'SyntaxError', message: 'syntax error: unexpected end of file', line: 3 },
  ],
  ['no error where none is told', 'bash', 'exit 3', undefined],
  [
    'an unbound variable in Bash',
    'bash',
    'set -u\necho $foo',
    { type: 'UnboundVariable', message: 'foo: unbound variable', line: 2, expression: 'foo' },
  ],
  [
    'a word that is no number in Bash',
    'bash',
    '[ 1 -eq a ]\nexit 1',
    { type: 'ShellError', message: '[: a: integer expression expected', line: 1, expression: 'a' },
  ],
  [
    'the command that brought no value, not the complaint about the value',
    'bash',
    'x=$(nocmd)\n[ $x = 3 ]',
    { type: 'CommandNotFound', message: 'nocmd: command not found', line: 1, expression: 'nocmd' },
  ],
  [
    'the unexpected token of Bash',
    'bash',
    'for i in 1 2 3; echo $i; done',
    { type: 'SyntaxError', message: "syntax error near unexpected token `echo'", line: 1, expression: 'echo' },
  ],
  [
    'a quote that Bash finds no end for',
    'bash',
    'echo "abc\necho b',
    { type: 'SyntaxError', message: 'unexpected EOF while looking for matching `"\'', line: 1, expression: '"' },
  ],
  [
    'a here-document without an end, as a hint to the syntax error it causes',
    'bash',
    'if true; then\ncat <<END\nhello\nfi',
    {
      type: 'SyntaxError',
      message: 'syntax error: unexpected end of file',
      line: 5,
      hint: "here-document at line 2 delimited by end-of-file (wanted `END')",
    },
  ],
  [
    'a division by zero in Bash',
    'bash',
    'echo $((1/0))',
    { type: 'ShellError', message: '1/0: division by 0 (error token is "0")', line: 1, expression: '0' },
  ],
  [
    'a substitution that Bash does not know',
    'bash',
    `echo \${}`,
    { type: 'ShellError', message: `\${}: bad substitution`, line: 1, expression: `\${}` },
  ],
  [
    'a complaint of grep, at the line that calls it',
    'bash',
    'set -e\ngrep foo nofile',
    { type: 'FileNotFound', message: 'grep: nofile: No such file or directory', line: 2, expression: 'nofile' },
  ],
  [
    'a complaint of sed',
    'bash',
    "sed 's/a/b' <<< a",
    { type: 'ToolError', message: "sed: -e expression #1, char 5: unterminated `s' command", line: 1, expression: 's' },
  ],
  [
    'the complaint of tar, not its farewell',
    'bash',
    'tar xf nofile.tar',
    {
      type: 'FileNotFound',
      message: 'tar: nofile.tar: Cannot open: No such file or directory',
      line: 1,
      expression: 'nofile.tar',
    },
  ],
  [
    'an exception of the Python that a script runs',
    'bash',
    'set -e\npython3 -c \'raise ValueError("x")\'',
    { type: 'ToolError', message: 'python3: ValueError: x', line: 2, expression: 'x' },
  ],
  [
    'no error from a complaint that stands in the script',
    'bash',
    'echo "main.sh: line 1: foo: command not found" >&2\nexit 1',
    undefined,
  ],
]
