import { describe, expect, it } from 'vitest'
import { readComplaint } from './read-complaint.ts'

/** Recorded messages of programs that not every host has. */
const recorded: [tool: string, code: string, stderr: string, error: object][] = [
  [
    'jq',
    "echo '{' | jq .",
    'parse error: Unfinished JSON term at EOF at line 2, column 0\n',
    { type: 'ToolError', message: 'jq: parse error: Unfinished JSON term at EOF at line 2, column 0', line: 1 },
  ],
  [
    'mawk',
    "x=1\necho 1 | awk '{print $1'",
    'awk: line 2: missing } near end of file\n',
    { type: 'ToolError', message: 'awk: line 2: missing } near end of file', line: 2 },
  ],
  [
    'curl, behind its progress',
    'curl http://nope.invalid',
    '  0     0    0     0 --:--:-- --:--:-- --:--:--     0\r  0     0 --:--:--     0curl: (6) Could not resolve host: nope.invalid\n',
    { type: 'ToolError', message: 'curl: (6) Could not resolve host: nope.invalid', line: 1 },
  ],
]

describe('the complaint of a program that a script called', () => {
  it.each(recorded)('is read: %s', (_, code, stderr, error) => {
    expect(readComplaint({ stderr, code, exitCode: 2 })).toMatchObject(error)
  })

  it('is reported without a line when several lines may have called it', () => {
    const error = readComplaint({ stderr: 'date: invalid date ‘x’\n', code: 'date\ndate -d "$y"', exitCode: 1 })
    expect(error).toEqual({ type: 'ToolError', message: 'date: invalid date ‘x’' })
  })

  it('is not believed of a program that the script never names', () => {
    expect(readComplaint({ stderr: 'nope: it failed\n', code: 'exit 1', exitCode: 1 })).toBeUndefined()
  })

  it('gives way to a missing command: later errors are often consequences', () => {
    const stderr = 'main.sh: line 1: nope: command not found\ngrep: a: No such file or directory\n'
    expect(readComplaint({ stderr, code: 'nope\ngrep x a', exitCode: 127 })?.type).toBe('CommandNotFound')
    expect(readComplaint({ stderr, code: 'nope\ngrep x a', exitCode: 2 })?.type).toBe('CommandNotFound')
  })
})

describe('a script that goes on after a broken line', () => {
  it('tells that the program of a called command cannot be read', () => {
    const stderr = 'expr: syntax error: unexpected argument ‘main.sh’\n'
    expect(readComplaint({ stderr, code: 'x=$(expr 3 * 4)', exitCode: 0 })).toMatchObject({
      type: 'ToolError',
      line: 1,
    })
    expect(readComplaint({ stderr: 'grep: a: No such file or directory\n', code: 'grep x a | cat', exitCode: 0 })).toBe(
      undefined,
    )
  })

  const code = 'if [ 3 -gt 2]; then echo a; fi\necho b'
  const stderr = "main.sh: line 1: [: missing `]'\nmain.sh: line 2: nope: command not found\n"

  it('tells its first complaint though it ends well', () => {
    expect(readComplaint({ stderr, code, exitCode: 0 })).toMatchObject({ type: 'ShellError', line: 1 })
  })

  it('tells nothing of a command that is not there, where the line has an answer to that', () => {
    const asking = ['nope || echo none', 'if nope --version; then', '  ! nope']
    const answers = asking.map((line) =>
      readComplaint({ stderr: 'main.sh: line 1: nope: command not found\n', code: line, exitCode: 0 }),
    )
    expect(answers).toEqual([undefined, undefined, undefined])
  })

  it('tells of a condition that has no spaces or no brackets: such a line asks for no command', () => {
    const said = (line: string, name: string) =>
      readComplaint({ stderr: `main.sh: line 1: ${name}: command not found\n`, code: line, exitCode: 0 })
    expect(said('if [$n -eq 4]; then', '[4')).toMatchObject({ type: 'CommandNotFound', line: 1 })
    expect(said('if ( "$s" =~ ^a ); then', 'abc')).toMatchObject({ type: 'CommandNotFound', line: 1 })
    expect(said('while $tool --next; do', 'nope')).toBeUndefined()
  })

  it('tells of `local` outside of functions, and of a document whose last word does not stand alone', () => {
    const local = 'main.sh: line 1: local: can only be used in a function\n'
    expect(readComplaint({ stderr: local, code: 'local x=3\n', exitCode: 0 })).toMatchObject({ type: 'ShellError' })
    const open = "main.sh: line 3: warning: here-document at line 1 delimited by end-of-file (wanted `EOF')\n"
    const ending = (code: string) => readComplaint({ stderr: open, code, exitCode: 0 })
    expect(ending('cat <<EOF\na\n  EOF\n')).toMatchObject({ type: 'SyntaxError', line: 1 })
    expect(ending('cat <<EOF\na\nb\n')).toBeUndefined()
  })

  it('fails by its first complaint, not by one that follows', () => {
    expect(readComplaint({ stderr, code, exitCode: 1 })).toMatchObject({ type: 'ShellError', line: 1 })
  })

  it('ends well without an error when a command said something of its own', () => {
    const said = 'main.sh: line 1: type: nope: not found\ngrep: a: No such file or directory\n'
    expect(readComplaint({ stderr: said, code, exitCode: 0 })).toBeUndefined()
  })
})
