import { expect, test } from 'vitest'
import { repaired, type Told } from '../repaired.fixture.ts'
import { joinedCommand } from './joined-command.ts'

const REPAIRED: [what: string, broken: string, repaired: string, told?: Told][] = [
  [
    'before a quote',
    'echo"a b"\n',
    'echo "a b"\n',
    { type: 'CommandNotFound', message: 'echoa b: command not found', line: 1 },
  ],
  [
    'before a name',
    'f() {\n  localname=1\n  echo "$name"\n}\n',
    'f() {\n  local name=1\n  echo "$name"\n}\n',
    { type: 'UnboundVariable', message: 'name: unbound variable' },
  ],
]

test.each(REPAIRED)('the strategy puts spaces behind commands: %s', (_, broken, mended, told) => {
  expect(repaired(joinedCommand, broken, told)).toBe(mended)
})

const LEFT_ALONE: [what: string, code: string, told?: Told][] = [
  [
    'words in order',
    'echo "a"\nlocalname=1\nmy"x"\n',
    { type: 'CommandNotFound', message: 'my: command not found', line: 1 },
  ],
]

test.each(LEFT_ALONE)('the strategy leaves %s alone', (_, code, told) => {
  expect(repaired(joinedCommand, code, told)).toBeUndefined()
})
