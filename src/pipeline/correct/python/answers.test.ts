import { describe, expect, it } from 'vitest'
import { refuses } from '../refuses.ts'
import { bareGenerator } from './bare-generator.ts'
import { fencedAnswer } from './fenced-answer.ts'
import { hyphenatedName } from './hyphenated-name.ts'
import { indentation } from './indentation.ts'
import { faultOf, parsedBy, repairBy } from './repair.fixture.ts'
import { truncatedEnd } from './truncated-end.ts'
import { unfinishedEnd } from './unfinished-end.ts'

const FENCE = '```'
const SAFE = { mayAssume: false, isBehind: false }
const mayBe = (before: string, after: string | undefined) =>
  after !== undefined && refuses({ before, after, language: 'python' }, SAFE) === undefined

/** Lines of the repaired program that are no comments. */
const kept = (code: string): string[] =>
  (parsedBy(fencedAnswer, code) ?? '').split('\n').filter((line) => line.trim() !== '' && !line.trim().startsWith('#'))

describe('in an answer with fences', () => {
  it.each([
    [
      'the text around is none of the program, whatever it looks like',
      ['1. f(x) sums:', '   - a list', `${FENCE}py`, 'print(1)', FENCE, 'print(2) gives 2.'],
    ],
    [
      'a block in another language is none of the program',
      [`${FENCE}bash`, 'pip install x', FENCE, 'Then:', `${FENCE}python`, 'print(1)', FENCE],
    ],
    [
      'a block without a language is output beside one that has it',
      [`${FENCE}python`, 'print(1)', FENCE, 'Output:', FENCE, '1', FENCE],
    ],
    ['code before a closing fence alone is the program', ['x = 1', 'print(1)', FENCE, 'It prints (as you see) one.']],
    ['a block that was cut off goes to the end', ['Sure, here it is:', FENCE, 'print(1)']],
    ['an indented block is moved to the margin', ['1. Do:', `   ${FENCE}python`, '   print(1)', `   ${FENCE}`]],
  ])('%s', (_, lines) => {
    const code = lines.join('\n')
    expect(kept(code).at(-1)).toBe('print(1)')
    expect(mayBe(code, parsedBy(fencedAnswer, code))).toBe(true)
  })

  it('fences inside of a docstring are none', () => {
    expect(
      parsedBy(
        fencedAnswer,
        `def f(x):\n    """Use it so:\n    ${FENCE}\n    f(1)\n    ${FENCE}\n    """\n    return (x\n`,
      ),
    ).toBeUndefined()
  })

  it('code between the fences may not get lost', () => {
    expect(mayBe(`Here:\n${FENCE}\ntotal = compute(1)\nprint(2)\n${FENCE}\n`, '# Here:\nprint(2)\n')).toBe(false)
  })
})

describe('a program that was cut off', () => {
  const whole = 'def f(x):\n    return x + 1\n\n\nassert f(1) == 2\n'

  it.each(['assert f(2) == f(', 'assert f("ab', 'def g(y):\n    if y >', 'class A:\n    def g(self):'])(
    'goes without its last statement: %j',
    (end) => {
      expect(parsedBy(truncatedEnd, whole + end)).toBe(whole)
      expect(mayBe(whole + end, whole)).toBe(true)
    },
  )

  it.each(['print(f(2', 'assert f(2) == 3', 'x = f(1) if'])(
    'keeps one that is whole, or that its author waits for: %j',
    (end) => {
      expect(unfinishedEnd(whole + end)).toBeUndefined()
    },
  )

  it('keeps what is the whole program', () => {
    expect(unfinishedEnd('def g(y):\n    if y >')).toBeUndefined()
  })

  it('may lose nothing else', () => {
    expect(mayBe(`${whole}assert f(2) == f(`, 'def f(x):\n    return x + 1\n')).toBe(false)
  })
})

it.each([
  ['def f(x): # return x + 1\n\nprint(f(1))', 'def f(x):\n    return x + 1\n\nprint(f(1))'],
  ['def f(x):\n    # y = x\n    # return y\n\nprint(f(1))', 'def f(x):\n    y = x\n    return y\n\nprint(f(1))'],
])('a body behind comments is taken out of them: %j', (code, repaired) => {
  expect(repairBy(indentation, faultOf(code, ['IndentationError', 'expected an indented block', 3]))).toBe(repaired)
})

it('a comment in words is no body', () => {
  const code = 'def f(x):\n    # adds one to x\n\nprint(f(1))'
  expect(repairBy(indentation, faultOf(code, ['IndentationError', 'expected an indented block', 4]))).not.toContain(
    'adds one to x\n    adds',
  )
  expect(repairBy(indentation, faultOf(code, ['IndentationError', 'expected an indented block', 4]))).toContain(
    '# adds one',
  )
})

it('values without brackets become a list', () => {
  expect(parsedBy(bareGenerator, 'xs = x * 2 for x in range(3)\n')).toBe('xs = [x * 2 for x in range(3)]\n')
})

it('a name with hyphens is written with underscores wherever it stands', () => {
  const fault = faultOf('spider-man = 1\nprint(spider-man, spider - man)\n', [
    'SyntaxError',
    'cannot assign to expression here.',
    1,
  ])
  expect(repairBy(hyphenatedName, fault)).toBe('spider_man = 1\nprint(spider_man, spider - man)\n')
})
