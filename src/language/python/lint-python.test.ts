import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectWithin } from '../../../test/support/expect-within.ts'
import { parseTree } from '../tree/parse-tree.ts'
import { createPythonLint } from './lint-python.ts'

const lintTree = createPythonLint(['S', 'RUF005'])
const lint = (source: string) => lintTree(parseTree('python', source))

describe('the lint of Python', () => {
  it('tells the code and the exact text, behind characters of two units and every kind of line ending', () => {
    const source = "import yaml\r\ns = '😀😀'; yaml.load(s)\ryaml.load(s)\nyaml.load(s)"
    const found = lint(source)
    expect(found.map(({ code }) => code)).toEqual(['S506', 'S506', 'S506'])
    expect(found.map(({ start, end }) => source.slice(start, end))).toEqual(Array(3).fill('yaml.load'))
  })

  it('gives fixes as edits that can be made', () => {
    const source = "s = '😀'; rows = [1] + others\n"
    const [found] = lint(source)
    const [edit] = found?.fix?.edits ?? []
    expect(edit).toBeDefined()
    expect(source.slice(0, edit?.start) + edit?.text + source.slice(edit?.end)).toBe("s = '😀'; rows = [1, *others]\n")
  })

  it('reports text that is no Python', () => {
    expect(lint('def f(:\n')[0]?.code).toBe('invalid-syntax')
  })

  it('says nothing about programs that would exhaust it, and goes on with the next', () => {
    for (const part of ['a + ', 'f(n - 1) + ', '(', 'not ']) expect(lint(`x = ${part.repeat(3000)}1`)).toEqual([])
    expect(lint(`${'x = y\n'.repeat(20_000)}`)).toEqual([])
    expect(lint('import yaml\nyaml.load(s)\n').map(({ code }) => code)).toEqual(['S506'])
  })

  it('stays inside of the source, whatever it is given', () => {
    const piece = fc.constantFrom(
      'import os',
      'os.system(x)',
      '\n',
      '\r',
      '  ',
      '"',
      '(',
      ')',
      ':',
      '😀',
      '\u2028',
      '\f',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const source = pieces.join('')
        for (const found of lint(source)) expectWithin(source, found)
      }),
    )
  })
})
