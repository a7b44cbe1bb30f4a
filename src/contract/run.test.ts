import { posix } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EngineError, type ErrorCode, errors, problemsOf } from './errors.ts'
import { ID_RANDOM_BYTES, makeId, runId } from './id.ts'
import { runRequest } from './run.ts'

const problems = (request: unknown): string => {
  const parsed = runRequest.safeParse(request)
  return parsed.success ? '' : problemsOf(parsed.error, 'body').join('; ')
}

describe('a run request', () => {
  it('needs exactly one of text, code and programs', () => {
    const one = 'exactly one of "text", "code" and "programs"'
    for (const request of [{}, { text: 'a', code: 'b' }, { code: 'a', programs: [{ code: 'b' }] }])
      expect(problems(request)).toContain(one)
    expect(problems({ code: ' \n' })).toContain('nothing to run')
    expect(problems({ code: 'x' })).toBe('')
  })

  it('takes several programs, each with its own options', () => {
    const own = { language: 'bash', input: 'i', files: { a: '' } }
    expect(
      problems({
        programs: [
          { code: 'x', ...own },
          { code: 'y', fileName: 'y.py' },
        ],
        files: { b: '' },
      }),
    ).toBe('')
    expect(problems({ programs: [] })).toMatch(/body\.programs/)
    expect(problems({ programs: Array.from({ length: 101 }, () => ({ code: 'x' })) })).toMatch(/body\.programs/)
    expect(problems({ programs: [{ code: 'x' }, { code: ' ' }] })).toContain('body.programs.1.code: has nothing to run')
    expect(problems({ programs: [{ code: 'x', files: { '../a': '' } }] })).toContain('body.programs.0.files')
    for (const name of ['language', 'fileName'])
      expect(problems({ programs: [{ code: 'x' }], [name]: 'y' })).toContain('stand in each of them')
  })

  it('names unknown fields with their paths', () => {
    expect(problems({ code: 'x', optoins: {} })).toContain('optoins')
    expect(problems({ code: 'x', options: { limits: { timeout: 1 } } })).toMatch(/body\.options\.limits.*timeout/)
    expect(problems({ code: 'x', options: { attempts: 4 } })).toMatch(/body\.options\.attempts/)
  })

  it.each(['../a', '/etc/passwd', 'a/../b', 'a//b', './a', 'a\0b', 'a\nb', '', '.', '..', 'a/', 'x'.repeat(300)])(
    'refuses the file path %j',
    (path) => {
      expect(problems({ code: 'x', files: { [path]: '' } })).not.toBe('')
    },
  )

  it('refuses a path that is both a file and a directory', () => {
    expect(problems({ code: 'x', files: { a: '', 'a/b': '' } })).toContain('both as a file and as a directory')
    expect(problems({ code: 'x', files: { 'a/b/c': '', 'a/b': '' } })).toContain('both as a file and as a directory')
  })

  it('is refused for too many files or hosts by their number alone, however many of them are wrong', () => {
    const crowd = Array.from({ length: 50_000 }, (_, at) => `../${at}`)
    const files = Object.fromEntries(crowd.map((path) => [path, 1]))
    expect(problems({ code: 'x', files })).toBe('body.files: has 50000 entries; 200 are allowed')
    const network = { allow: crowd.map(() => 1) }
    expect(problems({ code: 'x', options: { network } })).toBe(
      'body.options.network.allow: has 50000 entries; 1000 are allowed',
    )
  })

  it('refuses such a path also between the files of one program and those of all', () => {
    const programs = [{ code: 'x' }, { code: 'y', files: { 'a/b': '' } }]
    expect(problems({ programs, files: { a: '' } })).toContain('both as a file and as a directory')
    expect(problems({ programs, files: { 'a-b': '', 'a/c': '' } })).toBe('')
  })

  it('recognises a directory by any file below it', () => {
    const name = fc.constantFrom('a', 'b', 'a-', 'a b', 'é')
    const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'))
    fc.assert(
      fc.property(fc.uniqueArray(path, { maxLength: 6 }), (paths) => {
        const clash = paths.some((one) => paths.some((other) => other.startsWith(`${one}/`)))
        const files = Object.fromEntries(paths.map((each) => [each, '']))
        expect(problems({ code: 'x', files }) !== '').toBe(clash)
      }),
    )
  })

  it('lets no file path out of the workspace', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom('..', '.', '', '/', '\\'), fc.string()), { maxLength: 6 }),
        (parts) => {
          const path = parts.join('/')
          if (problems({ code: 'x', files: { [path]: '' } }) !== '') return
          expect(posix.resolve('/workspace', path)).toBe(`/workspace/${path}`)
        },
      ),
    )
  })
})

describe('the error table', () => {
  it('gives the cause and the remedy for every code', () => {
    const details = { problems: ['p'], known: ['k'], reason: 'r', remedy: 'm' } as never
    for (const code of Object.keys(errors) as ErrorCode[]) {
      const error = new EngineError(code, details)
      expect(error.message, code).toMatch(/\.$|\n/)
      expect(error.hint, code).not.toBe('')
      expect(error.status, code).toBeGreaterThanOrEqual(400)
    }
  })
})

describe('ids', () => {
  it('have their form, and sort by the time they were made', () => {
    fc.assert(
      fc.property(
        fc.nat(2 ** 43),
        fc.nat(1000),
        fc.uint8Array({ minLength: ID_RANDOM_BYTES, maxLength: ID_RANDOM_BYTES }),
        (at, later, random) => {
          const [first, second] = [makeId('run', at, random), makeId('run', at + later + 1, random)]
          expect(runId.safeParse(first).success).toBe(true)
          expect(first < second).toBe(true)
        },
      ),
    )
  })
})
