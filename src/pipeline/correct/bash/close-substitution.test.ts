import { expect, test } from 'vitest'
import { repaired, type Told } from '../repaired.fixture.ts'
import { closeSubstitution } from './close-substitution.ts'

const REPAIRED: [what: string, broken: string, repaired: string, told?: Told][] = [
  ['a command at the end of the line', 'n=$(ls | wc -l\necho "$n"\n', 'n=$(ls | wc -l)\necho "$n"\n'],
  ['a command inside of quotes', 'echo "n: $(ls | wc -l"\necho b\n', 'echo "n: $(ls | wc -l)"\necho b\n'],
  ['a variable', 'echo "${name"\n', 'echo "${name}"\n'],
  ['a variable with a default', 'echo "${name:-none"\n', 'echo "${name:-none}"\n'],
  ['a default before a comma', 'echo "To ${1:-you, from me."\n', 'echo "To ${1:-you}, from me."\n'],
  ['all elements of an array', 'echo "${all[@]"\n', 'echo "${all[@]}"\n'],
  ['a calculation', 'n=$((n + 1)\necho $n\n', 'n=$((n + 1))\necho $n\n'],
  ['an array', 'all=(1 2 3\necho "${all[0]}"\n', 'all=(1 2 3)\necho "${all[0]}"\n'],
  ['a command beside the same command', 'echo "$(gcd 1 2 $(gcd 3 4)"\n', 'echo "$(gcd 1 2) $(gcd 3 4)"\n'],
  ['the number of an argument', 'echo "${1Z +1 day"\n', 'echo "${1}Z +1 day"\n'],
  ['a command in a test', '[[ $( echo $1 | bc -l  -eq 1 ]]\n', '[[ $( echo $1 | bc -l)  -eq 1 ]]\n'],
  [
    'a command in a calculation',
    'if (( n == 2 && $(sum all < 10 ))\nthen\n  a\nfi\n',
    'if (( n == 2 && $(sum all) < 10 ))\nthen\n  a\nfi\n',
  ],
]

test.each(REPAIRED)('the strategy closes substitutions: %s', (_, broken, mended, told) => {
  expect(repaired(closeSubstitution, broken, told)).toBe(mended)
})

const LEFT_ALONE: [what: string, code: string, told?: Told][] = [
  ['what is closed', 'n=$(ls)\necho "${n}" $((1 + 2))\n'],
]

test.each(LEFT_ALONE)('the strategy leaves %s alone', (_, code, told) => {
  expect(repaired(closeSubstitution, code, told)).toBeUndefined()
})
