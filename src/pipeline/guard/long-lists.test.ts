import { describe, expect, it } from 'vitest'
import { findDangers } from './find-dangers.ts'
import { guards } from './guards.ts'

/** More elements than Node's stack takes as arguments of a call. */
const MANY = '1,'.repeat(150_000)

const PROGRAMS: [name: string, language: string, code: string][] = [
  ['an endless loop around a long list', 'javascript', `while (true) { go([${MANY}]) }; eval(process.argv[2])`],
  ['a long list put into another', 'javascript', `const all = []; all.push(${MANY}1); eval(process.argv[2])`],
  ['a long list spread into another', 'python', `import sys\nall = [*[${MANY}]]\neval(sys.argv[1])\n`],
  ['a range of very many numbers', 'python', `import sys\nx = list(range(${MANY}1))\neval(sys.argv[1])\n`],
]

describe('a program with a list longer than the stack', () => {
  it.each(PROGRAMS)(
    'hides nothing from the rules: %s',
    (_, language, code) => {
      const trouble: string[] = []
      const found = findDangers({ code, language }, guards, {
        onBug: (rule, error) => trouble.push(`${rule}: ${error}`),
      })
      expect(trouble).toEqual([])
      expect(found.findings.map(({ family }) => family)).toContain('code-execution')
    },
    60_000,
  )
})
