import { expect, test } from 'vitest'
import { repaired, type Told } from '../repaired.fixture.ts'
import { missingDollar } from './missing-dollar.ts'

const REPAIRED: [what: string, broken: string, repaired: string, told?: Told][] = [
  [
    'in a test',
    'n=5\n[ n -gt 3 ] && echo a\n',
    'n=5\n[ "$n" -gt 3 ] && echo a\n',
    { type: 'ShellError', message: '[: n: integer expression expected', line: 2 },
  ],
  [
    'as a directory',
    'dir=/tmp\ncd dir\n',
    'dir=/tmp\ncd "$dir"\n',
    { type: 'FileNotFound', message: 'cd: dir: No such file or directory', line: 2 },
  ],
  [
    'before braces',
    'all=(a b)\nfor x in "{all[@]}"; do\n  ls "$x"\ndone\n',
    'all=(a b)\nfor x in "${all[@]}"; do\n  ls "$x"\ndone\n',
    { type: 'FileNotFound', message: "ls: cannot access '{all[@]}': No such file or directory" },
  ],
  [
    'in a path',
    'kind=a\nmv b "out/kind/"\n',
    'kind=a\nmv b "out/$kind/"\n',
    { type: 'ToolError', message: "mv: cannot move 'b' to 'out/kind/': Not a directory", line: 2 },
  ],
]

test.each(REPAIRED)('the strategy puts dollars before variables: %s', (_, broken, mended, told) => {
  expect(repaired(missingDollar, broken, told)).toBe(mended)
})

const LEFT_ALONE: [what: string, code: string, told?: Told][] = [
  [
    'a file that is no variable',
    'cat notes\n',
    { type: 'FileNotFound', message: 'cat: notes: No such file or directory' },
  ],
  ['a name that is read', 'n=1\nread n\n', { type: 'ShellError', message: 'read: n: error', line: 2 }],
]

test.each(LEFT_ALONE)('the strategy leaves %s alone', (_, code, told) => {
  expect(repaired(missingDollar, code, told)).toBeUndefined()
})
