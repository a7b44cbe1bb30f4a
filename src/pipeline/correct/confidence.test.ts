import { describe, expect, it } from 'vitest'
import { assertionsIn } from './assertions-in.ts'
import { confidenceOf } from './confidence.ts'
import { featuresOf, type RepairSeen } from './repair-features.ts'

const seen = (over: Partial<RepairSeen>) =>
  featuresOf({
    ...{ language: 'python', before: '', after: '', strategies: ['python/misspelt-name'], tried: [], earlier: '' },
    ...{ printed: '', wasBroken: true, assertions: 0, isFoundByTest: false },
    ...over,
  })
const before = 'def f(x)\n    return x\n'
const after = 'def f(x):\n    return x\n'

describe('evidence for a repair', () => {
  it('is none when the changed code is never reached', () => {
    expect(seen({ before, after }).evidence).toBe('unreached')
    expect(seen({ before: `${before}f(1)\n`, after: `${after}f(1)\n` }).evidence).toBe('silent')
  })

  it('is new output, tests that pass, or a failing statement that now runs', () => {
    expect(seen({ before: 'a\nprint(b', after: 'a\nprint(b)', printed: '1\n' }).evidence).toBe('output')
    expect(seen({ before, after, assertions: 3 }).evidence).toBe('tests')
    expect(seen({ before: 'x = lenn(y)', after: 'x = len(y)', wasBroken: false }).evidence).toBe('ran')
  })

  it('is what the author’s own comments tell of the output, and assertions of the program', () => {
    const told = (comment: string, printed = '6\n') =>
      seen({ before: 'print(f(3)', after: `print(f(3))  ${comment}\n`, printed }).evidence
    expect([told('# Output: 6'), told('#==> 6'), told('\n# prints 6')]).toEqual(['examples', 'examples', 'examples'])
    expect([told('# the answer'), told('\n# see below')]).toEqual(['output', 'output'])
    const asserted = (...lines: string[]) => seen({ before, after: [after, ...lines].join('\n') }).evidence
    expect(asserted('assert f(1) == 1', 'assert f(2) == 2')).toBe('examples')
    expect(asserted('assert f(1) == 1', 'assert f(1) == 1')).toBe('silent')
  })

  it('is not what an answer of several blocks prints, which its text does not tell', () => {
    const given = { strategies: ['python/fenced-answer'], after: 'print(f(3))\n', printed: '6\n' }
    const block = '```python\nprint(f(3))\n```\n'
    expect(seen({ ...given, before: `${block}Or:\n${block}` }).evidence).toBe('silent')
    expect(seen({ ...given, before: `${block}Or:\n${block}`, after: 'print(f(3))\n# Output:\n# 6\n' }).evidence).toBe(
      'examples',
    )
    expect(seen({ ...given, before: `Here it is:\n${block}` }).evidence).toBe('output')
  })

  it('is little where tests leave a function out, or are few for its functions, and nothing but copying was mended, and doubted where nobody wrote that function', () => {
    const two = (second: string) => `def one(n):\n    return n\n\ndef two(n):\n    ${second}\n`
    const given = { assertions: 3, tests: ['assert one(1) == 1'], strategies: ['python/fenced-answer'] }
    expect(seen({ ...given, after: two('return n') })).toMatchObject({ evidence: 'few-tests', isDoubted: false })
    expect(seen({ ...given, after: two('return n'), tests: ['assert one(two(1)) == 1'] }).evidence).toBe('few-tests')
    expect(seen({ ...given, after: two('return n'), tests: ['assert one(two(1)) == 1'], assertions: 5 }).evidence).toBe(
      'tests',
    )
    const slip = { ...given, strategies: ['python/misspelt-name'] }
    expect(seen({ ...slip, after: two('return n') })).toMatchObject({ evidence: 'tests', isDoubted: false })
    expect(seen({ ...slip, after: two('return') }).isDoubted).toBe(true)
  })

  it('is doubted where a program without its cut-off end tells nothing', () => {
    const strategies = ['python/truncated-end']
    expect(seen({ strategies, before, after: `${after}f(1)\n`, printed: '1\n' }).isDoubted).toBe(true)
    expect(seen({ strategies, before, after: `${after}print(f(1)) # 1\n`, printed: '1\n' }).isDoubted).toBe(false)
  })

  it('is doubted where a line prints another value than its own comment tells, though a further line prints that', () => {
    const after = 'def f(x):\n    return x\n\nprint(f(1)) #==> 1\nprint(f(2)) #==> 2\n'
    expect(seen({ before: '', after, printed: '2\n1\n' }).isDoubted).toBe(true)
    expect(seen({ before: '', after, printed: '1\n2\n' }).isDoubted).toBe(false)
  })

  it('is none when all that is new is an empty value, in Python', () => {
    const printing = (printed: string, language = 'python', wasBroken = true) =>
      seen({ before: 'print(f(1)', after: 'print(f(1))', printed, language, wasBroken }).evidence
    expect(['[]\n', '0\n', 'None\n'].map((each) => printing(each))).toEqual(['silent', 'silent', 'silent'])
    expect(['[0]\n', '0\n1\n', 'False\n'].map((each) => printing(each))).toEqual(['output', 'output', 'output'])
    expect(printing('0\n', 'bash')).toBe('output')
    expect([printing('[]\n', 'python', false), printing('', 'python', false)]).toEqual(['silent', 'ran'])
    expect(['\n', ' \n'].map((each) => printing(each, 'bash'))).toEqual(['silent', 'silent'])
  })

  it('is little when a test told of the fault and one or two assertions pass: programs with another fault pass them too', () => {
    const evidenceOf = (...codes: string[]) =>
      seen({ before, after, assertions: assertionsIn(codes.map((code) => ({ code }))), isFoundByTest: true }).evidence
    expect(evidenceOf('assert f(1) == 1')).toBe('few-tests')
    expect(evidenceOf('f(1)', 'f(2)')).toBe('few-tests')
    expect(evidenceOf('assert f(1) == 1\nassert f(2) == 2', 'expect(f(3)).toBe(3)')).toBe('tests')
  })

  it('is the examples of its own docstrings, where two or more hold', () => {
    const giving = (detail: string) =>
      seen({ before, after, tried: [{ strategy: 'a', why: '', outcome: 'chosen', detail }] })
    expect(giving('gives 2 of its own examples')).toMatchObject({ evidence: 'examples', isDoubted: false })
    expect(giving('gives 1 of its own examples')).toMatchObject({ evidence: 'unreached', isDoubted: false })
    expect(giving('f(1) gives 2, and the program itself says 3')).toMatchObject({ isDoubted: true })
  })

  it('is doubted where a text was cut off in its call, and where a comment tells another output than a few tests see', () => {
    const cut = (before: string, end: string) => seen({ before, after: before + end, printed: '1' }).isDoubted
    expect([cut('print(1)\nprint("Bo', '")\n'), cut('print(1)\nx = "Bo', '"\n')]).toEqual([true, false])
    const told = 'console.log(3 - 2) // Output: 2\n'
    const printing = (assertions: number) =>
      seen({ language: 'javascript', before: told, after: told, printed: '1\n', assertions }).isDoubted
    expect([printing(2), printing(3)]).toEqual([true, false])
  })

  it('is enough in two assertions for a second name, which changes nothing that the program does', () => {
    const sureOf = (strategy: string) =>
      confidenceOf(
        seen({ before, after, strategies: [strategy], assertions: 2, isFoundByTest: true, wasBroken: false }),
      )
    expect(sureOf('any/name-of-test')).toBeGreaterThanOrEqual(0.8)
    const total = 'def get_total(xs):\n    return sum(xs)\n'
    const named = (name: string) => {
      const change = { before: total, after: `${total}\n${name} = get_total\n`, strategies: ['any/name-of-test'] }
      return confidenceOf(seen({ ...change, assertions: 1, isFoundByTest: true, wasBroken: false }))
    }
    expect(named('getTotal')).toBeGreaterThanOrEqual(0.8)
    expect([named('mean'), named('total_of')].every((sure) => sure < 0.5)).toBe(true)
    expect(sureOf('python/misspelt-name')).toBeLessThan(0.5)
  })

  it('is doubted where blocks of a program that did not parse leave a loop with an else that nothing breaks out to', () => {
    const torn = 'for x in xs:\n    print(x)\nelse:\n    print(0)\n'
    const broken = torn.replace('    print(x)', 'print(x)')
    expect(seen({ before: broken, after: torn, printed: '1\n' }).isDoubted).toBe(true)
    expect(seen({ before: broken, after: torn, printed: '1\n', wasBroken: false }).isDoubted).toBe(false)
    const searching = torn.replace('print(x)', 'if x: break')
    expect(seen({ before: broken, after: searching, printed: '1\n' }).isDoubted).toBe(false)
  })

  it('counts the strategies of all attempts once, trials in vain, and a doubt', () => {
    const told = { strategy: 'a', why: '' }
    const features = seen({
      strategies: ['a + b', 'b'],
      tried: [
        { ...told, outcome: 'failed' },
        { ...told, outcome: 'chosen', detail: 'it prints something else than before' },
        { ...told, outcome: 'untried' },
      ],
    })
    expect(features).toMatchObject({ strategies: ['a', 'b'], failedBefore: 1, rivals: 1, isDoubted: true })
  })
})

it('one number that was put into a list, to be added to it, is suggested unless tests tell', () => {
  const change = {
    strategies: ['python/list-operand'],
    before: 'print([5] + 1)',
    after: 'print([5] + [1])',
    printed: '[5, 1]\n',
  }
  expect(confidenceOf(seen({ ...change, wasBroken: false }))).toBeLessThan(0.8)
  expect(confidenceOf(seen({ ...change, wasBroken: false, assertions: 3 }))).toBeGreaterThan(0.8)
})

it('a tie of names to a schema is suggested, unless only the style or number of a name differs, one column of one table is asked for, and rows come', () => {
  const sureOf = (strategy: string, after: string, printed = 'n\n-\n1\n(1 row)\n') =>
    confidenceOf(seen({ language: 'sql', strategies: [strategy], after, printed, wasBroken: false }))
  const query = 'SELECT n FROM song;\n'
  expect(sureOf('sql/same-words', query)).toBeGreaterThan(0.8)
  expect(sureOf('sql/link-schema', query)).toBeLessThan(0.8)
  expect(sureOf('sql/clean-text + sql/link-schema', query)).toBeLessThan(0.8)
  expect(sureOf('sql/same-words', 'SELECT n, m FROM song;\n')).toBeLessThan(0.7)
  expect(sureOf('sql/same-words', 'SELECT n FROM song ORDER BY n LIMIT 1;\n')).toBeLessThan(0.7)
  expect(sureOf('sql/same-words', query, 'n\n-\n(0 rows)\n')).toBeLessThan(0.2)
  expect(sureOf('sql/misspelt-name', query)).toBeGreaterThan(0.8)
  expect(sureOf('sql/misspelt-name', query, 'n\n-\n(0 rows)\n')).toBeLessThan(0.8)
  expect(sureOf('sql/misspelt-name', query, ' n    | m\n------+------\n NULL | NULL\n(1 row)\n')).toBeLessThan(0.8)
})

it('confidence is too low for a claim while a name is left that nothing defines, unless names may come from a session', () => {
  const left = { before: 'if 0\n    total\nprint(1)', after: 'if 0:\n    total\nprint(1)', printed: '1\n' }
  expect(seen(left).isDoubted).toBe(true)
  expect(confidenceOf(seen(left))).toBeLessThan(0.5)
  expect(seen({ ...left, hasSurroundings: true }).isDoubted).toBe(false)
})

it('confidence is too low for a claim while a comment says that a line prints something else, unless tests have judged that', () => {
  const told = (line: string, printed: string, over: Partial<RepairSeen> = {}) =>
    seen({ before: `${line}\nf(`, after: `${line}\nf()`, printed, hasSurroundings: true, ...over }).isDoubted
  expect(told('console.log(f(5)); // Outputs [0,1,1,2,3]', '[ 0, 1, 1, 2, 3, 5 ]\n')).toBe(true)
  expect(told('console.log(f(5)); // Outputs [0,1,1,2,3]', '[ 0, 1, 1, 2, 3 ]\n')).toBe(false)
  expect(told('print(f(25, 3))  # Output: 5', '1\n')).toBe(true)
  expect(told('print(f(25, 3))  # Output: 5', '1\n', { assertions: 3 })).toBe(false)
  expect(told('print("sum:", f(2))  # => 5', 'sum: 5\n')).toBe(false)
  expect(told('print(f(2))  # 5 apples are left', '15\n')).toBe(true)
  expect(told('print(f(2))  # see chapter 5', '15\n')).toBe(false)
})

it('confidence grows with the evidence, and a doubt, rivals and further changes never raise it', () => {
  const base = seen({ before, after: `${after}\n`, printed: '1\n', assertions: 0 })
  const of = (over: Partial<typeof base>) => confidenceOf({ ...base, evidence: 'output', ...over })
  expect(of({})).toBeGreaterThan(of({ evidence: 'silent' }))
  expect(of({ evidence: 'silent' })).toBeGreaterThan(of({ evidence: 'unreached' }))
  expect(of({ isDoubted: true })).toBeLessThanOrEqual(of({}))
  expect(of({ rivals: 9 })).toBeLessThanOrEqual(of({}))
  expect(of({ evidence: 'unreached' })).toBeLessThan(0.5)
  expect(of({ evidence: 'few-tests' })).toBeLessThan(of({ evidence: 'tests' }))
})

it('confidence in a program with two faults of its author is too low for a claim, unless tests tell that there is no third', () => {
  const sureOf = (strategies: string[], over: Partial<RepairSeen> = {}) =>
    confidenceOf(seen({ before: 'b = 1\nprint(b', after: 'b = 1\nprint(b)', printed: '1\n', strategies, ...over }))
  expect(sureOf(['python/close-bracket'])).toBeGreaterThanOrEqual(0.8)
  expect(sureOf(['python/close-bracket + python/missing-colon'])).toBeLessThan(0.8)
  expect(sureOf(['python/close-bracket', 'python/equals-sign'])).toBeLessThan(0.8)
  expect(sureOf(['python/leftovers + python/close-bracket'])).toBeGreaterThanOrEqual(0.8)
  const tested = sureOf(['python/close-bracket + python/missing-colon'], { assertions: 5 })
  expect(tested).toBe(sureOf(['python/close-bracket', 'python/missing-colon'], { assertions: 5 }))
  expect(tested).toBeGreaterThan(sureOf(['python/close-bracket + python/missing-colon']))
})
