import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Recorded } from '../../../test/failing-programs/failing-program.ts'
import recorded from '../../../test/failing-programs/recorded.json' with { type: 'json' }
import { diagnosis } from '../../contract/diagnosis.ts'
import { endedBy } from '../../contract/limits.ts'
import { languages } from '../../language/languages.ts'
import { diagnose, type Failure } from './diagnose.ts'
import { allPatterns } from './patterns/all-patterns.ts'
import { toldErrors } from './told-errors.fixture.ts'

const exit = { endedBy: 'exit', exitCode: 1, signal: null } as const
const failure = (over: Partial<Failure>): Failure => ({
  code: '',
  language: 'python',
  end: exit,
  stderr: '',
  ...over,
})
const python = (code: string, type: string, message: string, line?: number) =>
  diagnose(failure({ code, end: { ...exit, error: { type, message, ...(line && { line }) } } }))

describe('a diagnosis', () => {
  it.each(recorded as Recorded[])('$pattern recognises a real failure of a program', ({ pattern, ...told }) => {
    const { explanation, ...found } = diagnose(told)
    expect(found.pattern).toBe(pattern)
    expect(explanation).toMatch(/[.?!…]$|: anneal packages add \S.*$/)
    expect(explanation).not.toMatch(/\{\w+\}/)
  })

  it.each(toldErrors)('%s knows, in %s, %s: %s', (pattern, language, type, message, file) => {
    const error = { type, message, ...(file && { file }) }
    expect(diagnose(failure({ language, end: { ...exit, error } })).pattern).toBe(pattern)
  })

  it('explains in one plain sentence, with the names of the program', () => {
    const { explanation } = python('count = 1\n\nprint(coutn)', 'NameError', "name 'coutn' is not defined", 3)
    expect(explanation).toBe('`coutn` is not defined; `count` is, two lines above.')
  })

  it('repeats the suggestion of the interpreter where the program has no such name', () => {
    const error = { type: 'NameError', message: "name 'pritn' is not defined", line: 1, hint: "Did you mean: 'print'?" }
    const { explanation } = diagnose(failure({ code: 'pritn(1)', end: { ...exit, error } }))
    expect(explanation).toBe('`pritn` is not defined; did you mean `print`?')
  })

  it.each([
    ['raise ValueError("bad")', 'ValueError', 'bad'],
    ['if x < 0: raise ValueError("bad")', 'ValueError', 'bad'],
    ['raise problem', 'OSError', 'full'],
    ['assert total == 3', 'AssertionError', ''],
    ['self.assertEqual(1, 2)', 'AssertionError', '1 != 2'],
  ])('does not ask to repair a decision of the program itself: %s', (code, type, message) => {
    expect(python(code, type, message, 1)).toMatchObject({ recoverable: false, category: 'logic' })
  })

  it.each([
    ['raise ValueErorr("bad")', 'NameError', "name 'ValueErorr' is not defined"],
    ['raise ValueError(text.uper())', 'AttributeError', "'str' object has no attribute 'uper'"],
    ['assert len(x) == 1', 'TypeError', "object of type 'int' has no len()"],
  ])('calls for a repair of a mistake on such a line: %s', (code, type, message) => {
    expect(python(code, type, message, 1).recoverable).toBe(true)
  })

  it('takes rights for a matter of security that no repair may touch', () => {
    const denied = python('open("/a")', 'PermissionError', "[Errno 13] Permission denied: '/a'", 1)
    expect(denied).toMatchObject({ category: 'security', severity: 'critical', recoverable: false })
  })

  it.each(endedBy.options)('knows the ending "%s", whatever was printed before it', (by) => {
    const error = { type: 'NameError', message: "name 'x' is not defined" }
    const end = { endedBy: by, exitCode: null, signal: 'SIGKILL', error }
    const { type, pattern } = diagnose(failure({ end }))
    expect(type === 'NameError').toBe(by === 'exit')
    expect(pattern.startsWith('any/')).toBe(by !== 'exit')
  })

  it.each([
    [0, null, 'any/exit/well'],
    [3, null, 'any/exit/silent'],
    [139, null, 'any/exit/child-crash'],
    [null, 'SIGSEGV', 'any/signal/crash'],
    [null, 'SIGSYS', 'any/signal/forbidden'],
    [null, 'SIGPIPE', 'any/signal/pipe'],
    [null, 'SIGHUP', 'any/signal/other'],
  ])('knows exit code %s with signal %s', (exitCode, signal, pattern) => {
    expect(diagnose(failure({ end: { endedBy: 'exit', exitCode, signal } })).pattern).toBe(pattern)
  })
})

describe('a fingerprint', () => {
  const of = (type: string, message: string, language = 'python') =>
    diagnose(failure({ language, end: { ...exit, error: { type, message } } })).fingerprint

  it.each([
    ['NameError', "name 'a' is not defined", "name 'count' is not defined. Did you mean: 'Count'?"],
    [
      'TypeError',
      "f() missing 1 required positional argument: 'b'",
      "A.go() missing 1 required positional argument: 'x'",
    ],
    ['FileNotFoundError', "[Errno 2] No such file or directory: 'a'", "[Errno 2] No such file or directory: '/b/c'"],
    ['KeyError', "'a'", '17'],
  ])('of %s is the same whatever the names, numbers and paths', (type, one, other) => {
    expect(of(type, one)).toBe(of(type, other))
  })

  it('is the same for names without quotes', () => {
    expect(of('ReferenceError', 'a is not defined', 'javascript')).toBe(
      of('ReferenceError', 'coutn is not defined', 'javascript'),
    )
    expect(of('TypeError', 'a.b is not a function', 'javascript')).toBe(
      of('TypeError', 'list.pussh is not a function', 'javascript'),
    )
  })

  it('differs between kinds of failures and between languages', () => {
    const kinds = ["name 'a' is not defined", 'division by zero', 'list index out of range'].map((text) =>
      of('E', text),
    )
    expect(new Set([...kinds, of('E', 'division by zero', 'bash')]).size).toBe(4)
  })
})

describe('patterns', () => {
  it('are each proved by a program that runs, by an error that is reported, or by an ending', () => {
    const shown = new Set([...recorded.map(({ pattern }) => pattern), ...toldErrors.map(([pattern]) => pattern)])
    const missing = allPatterns.filter(({ id }) => !shown.has(id)).map(({ id }) => id)
    const endings = ['timeout', 'memory', 'cpu', 'output', 'processes', 'disk', 'cancelled', 'killed']
    const others = ['any/signal/forbidden', 'any/signal/pipe', 'any/exit/well', 'sql/own']
    expect(missing.sort()).toEqual([...endings.map((name) => `any/${name}`), ...others].sort())
  })

  it('have ids of their own', () => {
    expect(new Set(allPatterns.map(({ id }) => id)).size).toBe(allPatterns.length)
  })

  it('give every language an answer for every failure', () => {
    for (const { id: language } of languages) {
      const told = diagnose(failure({ language, end: { ...exit, error: { type: 'New', message: 'never seen' } } }))
      expect(told.explanation, language).toContain('never seen')
    }
  })
})

describe('any failure', () => {
  const anything = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.lorem())
  const error = fc.record(
    {
      type: fc.oneof(anything, fc.constantFrom('NameError', 'SyntaxError', 'TypeError', 'SqlError', 'ShellError')),
      message: anything,
      line: fc.integer(),
      column: fc.integer(),
      hint: anything,
      file: anything,
    },
    { requiredKeys: ['type', 'message'] },
  )
  const end = fc.record(
    {
      endedBy: fc.constantFrom(...endedBy.options),
      exitCode: fc.option(fc.integer()),
      signal: fc.option(anything),
      error,
    },
    { requiredKeys: ['endedBy', 'exitCode', 'signal'] },
  )
  const language = fc.constantFrom('cobol', ...languages.map(({ id }) => id))

  it('gets a diagnosis of the promised form, with an explanation on one line', () => {
    fc.assert(
      fc.property(anything, anything, language, end, (code, stderr, id, how) => {
        const found = diagnose({ code, stderr, language: id, end: how as Failure['end'] })
        diagnosis.parse(found)
        expect(found.explanation).not.toMatch(/[\n\r]/)
        expect(found.explanation).not.toBe('')
      }),
    )
  })
})
