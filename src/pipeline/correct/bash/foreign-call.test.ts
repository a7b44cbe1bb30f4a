import { expect, test } from 'vitest'
import { repaired, type Told } from '../repaired.fixture.ts'
import { foreignCall } from './foreign-call.ts'

const REPAIRED: [what: string, broken: string, repaired: string, told?: Told][] = [
  ['print', 'print("a b")\n', 'echo "a b"\n'],
  ['a formatted text', 'print(f"n: {n}")\n', 'echo "n: ${n}"\n'],
  ['console.log', 'console.log("a", x);\n', 'echo "a" "$x"\n'],
  ['printf', 'printf("%s\\n", name)\n', 'printf "%s\\n" "$name"\n'],
  ['exit', 'exit(1)\n', 'exit 1\n'],
  ['a function of the script', 'greet() {\n  echo "$1"\n}\ngreet("Ada")\n', 'greet() {\n  echo "$1"\n}\ngreet "Ada"\n'],
]

test.each(REPAIRED)('the strategy writes calls as commands: %s', (_, broken, mended, told) => {
  expect(repaired(foreignCall, broken, told)).toBe(mended)
})

const LEFT_ALONE: [what: string, code: string, told?: Told][] = [
  ['functions and subshells', 'greet() {\n  :\n}\n(echo a)\n'],
  ['a call that is not understood', 'print(a + b(c))\n'],
]

test.each(LEFT_ALONE)('the strategy leaves %s alone', (_, code, told) => {
  expect(repaired(foreignCall, code, told)).toBeUndefined()
})
