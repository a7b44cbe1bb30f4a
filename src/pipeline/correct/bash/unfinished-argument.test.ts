import { expect, test } from 'vitest'
import { repaired, type Told } from '../repaired.fixture.ts'
import { unfinishedArgument } from './unfinished-argument.ts'

const told = (message: string): Told => ({ type: 'ToolError', message, line: 1 })
const AWK = told('awk: line 2: missing } near end of file')
const SED = told("sed: -e expression #1, char 5: unterminated `s' command")
const FIND = told("find: missing argument to `-exec'")
const EXPR = told('expr: syntax error: unexpected argument ‘main.sh’')

const REPAIRED: [what: string, broken: string, repaired: string, told: Told][] = [
  ['a program of awk', "echo a | awk '{print $2'\n", "echo a | awk '{print $2}'\n", AWK],
  [
    'a program of awk before END',
    `awk '{ n += $1 END { print n "}" }' f\n`,
    `awk '{ n += $1 } END { print n "}" }' f\n`,
    AWK,
  ],
  ['a command of sed', "sed 's/x/y' f\n", "sed 's/x/y/' f\n", SED],
  ['a command of sed with another sign', 'sed -e "s|/x|/y" f\n', 'sed -e "s|/x|/y|" f\n', SED],
  ['a command of find', 'find . -exec wc -l {}\n', 'find . -exec wc -l {} \\;\n', FIND],
  ['a command of find before a pipe', 'find . -exec cat {} | sort\n', 'find . -exec cat {} \\; | sort\n', FIND],
  ['a semicolon of the shell', 'find . -exec cat {} ;\n', 'find . -exec cat {} \\;\n', FIND],
  ['a product of expr', 'x=$(expr 3 * 4)\n', 'x=$(expr 3 \\* 4)\n', EXPR],
]

test.each(REPAIRED)('the strategy ends %s', (_, broken, mended, message) => {
  expect(repaired(unfinishedArgument, broken, message)).toBe(mended)
})

const LEFT_ALONE: [what: string, code: string, told: Told][] = [
  ['a `g` that may be a flag', "sed 's/x/yg' f\n", SED],
  ['a complete command of sed', "sed 's/x/y/' f\n", SED],
  ['a program of awk in braces', "awk '{print $2}' f\n", AWK],
  ['a command of find without a file', 'find . -exec ls\n', FIND],
  ['other complaints', "sed 's/x/y' f\n", told('sed: can’t read f: No such file or directory')],
]

test.each(LEFT_ALONE)('the strategy leaves %s alone', (_, code, message) => {
  expect(repaired(unfinishedArgument, code, message)).toBeUndefined()
})
