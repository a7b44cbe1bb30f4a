import { describe, expect, it } from 'vitest'
import { analyzeBash } from './analyze-bash.ts'
import { analyzeJavascript } from './analyze-javascript.ts'
import { analyzePython } from './analyze-python.ts'

const remarksOf = (source: string) =>
  analyzePython.read(source, 'python').remarks.filter(({ family }) => family === 'complexity')

const ifs = (count: number) => ' if a: b\n'.repeat(count)

describe('an overgrown function gets a remark', () => {
  it.each<[rule: string, kept: string, passed: string]>([
    ['python/cyclomatic-complexity', `def f():\n${ifs(9)}`, `def f():\n${ifs(10)}`],
    ['python/cognitive-complexity', `def f():\n${ifs(9)} if a and b or c and d or e: g\n`, `def f():\n${ifs(16)}`],
    [
      'python/deep-nesting',
      'def f():\n if a:\n  if b:\n   if c:\n    if d:\n     e\n',
      'def f():\n if a:\n  if b:\n   if c:\n    if d:\n     if e: g\n',
    ],
    ['python/long-function', `def f():\n${' a()\n'.repeat(59)}`, `def f():\n${' a()\n'.repeat(60)}`],
    ['python/many-parameters', 'def f(a, b, c, d, e, g): pass', 'def f(a, b, c, d, e, g, h): pass'],
    ['python/low-maintainability', 'def f(): pass', `def f():\n${' a = b[c] + d(e, f=g) if h else i\n'.repeat(200)}`],
  ])('%s', (rule, kept, passed) => {
    expect(remarksOf(kept).map((remark) => remark.rule)).not.toContain(rule)
    const found = remarksOf(passed).find((remark) => remark.rule === rule)
    expect(found).toMatchObject({ family: 'complexity', start: 0 })
    expect(passed.slice(found?.start, found?.end)).toBe(passed.split('\n', 1)[0])
    expect(found?.remedy).not.toBe('')
  })

  it('more loudly when it passes the limit twice over', () => {
    expect(remarksOf(`def f():\n${ifs(18)}`)[0]?.severity).toBe('low')
    expect(remarksOf(`def f():\n${ifs(19)}`)[0]?.severity).toBe('medium')
  })

  it('in every language that has functions', () => {
    const javascript = `const f = () => { ${'if (a) b\n'.repeat(10)} }`
    expect(analyzeJavascript.read(javascript, 'typescript').remarks[0]?.rule).toBe('typescript/cyclomatic-complexity')
    const bash = `f() {\n${'if a; then b; fi\n'.repeat(10)}}`
    expect(analyzeBash.read(bash, 'bash').remarks.map(({ rule }) => rule)).toContain('bash/cyclomatic-complexity')
  })
})
