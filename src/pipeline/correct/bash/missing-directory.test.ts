import { expect, test } from 'vitest'
import { repaired, type Told } from '../repaired.fixture.ts'
import { missingDirectory } from './missing-directory.ts'

const REPAIRED: [what: string, broken: string, repaired: string, told?: Told][] = [
  [
    'that is written out',
    'echo a > out/a.txt\n',
    'mkdir -p out\necho a > out/a.txt\n',
    { type: 'FileNotFound', message: 'out/a.txt: No such file or directory', line: 1 },
  ],
  [
    'that is a variable',
    'for x in a; do\n  echo a > "$dir/$x.txt"\ndone\n',
    'for x in a; do\n  mkdir -p "$dir"\n  echo a > "$dir/$x.txt"\ndone\n',
    { type: 'FileNotFound', message: 'out/a.txt: No such file or directory', line: 2 },
  ],
  [
    'that files are moved to',
    'mv a "$to/$kind/"\n',
    'mkdir -p "$to/$kind"\nmv a "$to/$kind/"\n',
    { type: 'FileNotFound', message: "mv: cannot move 'a' to 'b/c/': No such file or directory", line: 1 },
  ],
]

test.each(REPAIRED)('the strategy makes the directory first: %s', (_, broken, mended, told) => {
  expect(repaired(missingDirectory, broken, told)).toBe(mended)
})

const LEFT_ALONE: [what: string, code: string, told?: Told][] = [
  [
    'a file that is read',
    'cat out/a.txt\n',
    { type: 'FileNotFound', message: 'cat: out/a.txt: No such file or directory', line: 1 },
  ],
  [
    'a place outside of the workspace',
    'echo a > /data/a.txt\n',
    { type: 'FileNotFound', message: '/data/a.txt: No such file or directory', line: 1 },
  ],
]

test.each(LEFT_ALONE)('the strategy leaves %s alone', (_, code, told) => {
  expect(repaired(missingDirectory, code, told)).toBeUndefined()
})
