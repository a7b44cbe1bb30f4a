import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MOST_DEPTH } from './grow-tree.ts'
import { parseTree } from './parse-tree.ts'
import { around, childOf, type Node, textOf, walk } from './tree.ts'

const typesOf = (root: Node): string[] => Array.from(walk(root), ({ type }) => type)

describe('a syntax tree', () => {
  it('has the nodes of the grammar with their places, in the order of the source', () => {
    const tree = parseTree('python', 'import os\nos.system("ls")\n')
    const call = [...walk(tree.root)].find(({ type }) => type === 'CallExpression') as Node
    expect(textOf(tree, call)).toBe('os.system("ls")')
    expect(call.start).toBe(10)
    expect(call.children.map(({ type }) => type)).toEqual(['MemberExpression', 'ArgList'])
    expect(childOf(call, 'ArgList')?.parent).toBe(call)
    expect(around(childOf(call, 'ArgList') as Node, 'Script')).toBe(tree.root)
    expect(tree.isPartial).toBe(false)
  })

  it('reads TypeScript and JavaScript, both with JSX', () => {
    expect(typesOf(parseTree('typescript', 'const a: number = 1').root)).toContain('TypeAnnotation')
    expect(typesOf(parseTree('javascript', 'const a = <b>c</b>').root)).toContain('JSXElement')
    const both = parseTree('typescript', 'const a = (b: string) => <p>{b}</p>')
    expect(both.isPartial).toBe(false)
    expect(typesOf(both.root)).toContain('JSXElement')
    expect(parseTree('typescript', 'const a = <string>b').isPartial).toBe(false)
  })

  it('keeps the readable part of a broken program, and says that it is not whole', () => {
    const tree = parseTree('python', 'def f(:\n    return eval(x)\n')
    expect(tree.isPartial).toBe(true)
    expect([...walk(tree.root)].some((node) => textOf(tree, node) === 'eval(x)')).toBe(true)
  })

  it('is made on a small stack too, as far as it fits', () => {
    const read = `import { parseTree } from ${JSON.stringify(new URL('parse-tree.ts', import.meta.url))}
      const { source, isPartial } = parseTree('python', '('.repeat(3000))
      console.log(source.length > 0, isPartial)`
    const flags = ['--stack-size=500', '--input-type=module', '--eval', read]
    expect(execFileSync(process.execPath, flags, { encoding: 'utf8' })).toBe('true true\n')
  })

  it('leaves out code that is nested too deep, and reads on after it', () => {
    const tree = parseTree('python', `${'['.repeat(2000)}${']'.repeat(2000)}\nprint(1)\n`)
    expect(tree.isPartial).toBe(true)
    const depthOf = (node: Node): number => (node.parent ? 1 + depthOf(node.parent) : 0)
    const depths = Array.from(walk(tree.root), depthOf)
    expect(Math.max(...depths)).toBe(MOST_DEPTH)
    expect([...walk(tree.root)].some((node) => textOf(tree, node) === 'print(1)')).toBe(true)
  })

  it.each([
    ['python', ':'],
    ['python', '+-*/'],
    ['javascript', ':'],
    ['javascript', 'a b '],
  ] as const)(
    'is made of the beginning of %s that is nothing but errors ("%s"), the same on every host',
    (language, piece) => {
      const lengths = [1, 2].map(() => parseTree(language, piece.repeat(60_000)).source.length)
      expect(lengths[0]).toBeLessThan(60_000 * piece.length)
      expect(lengths[0]).toBe(lengths[1])
    },
  )

  it.each([
    ['python', 'SELECT (f"{that'],
    ['javascript', '${`'],
  ] as const)('is made of %s nested deeper than its parser keeps in order', (language, piece) => {
    expect(() => parseTree(language, piece.repeat(5000))).not.toThrow()
  })

  it('holds every child inside of its parent, behind the child before it, whatever the source', () => {
    const piece = fc.constantFrom('def f(', 'x', '\n', '  ', '"', '{', '}', '=>', '`${', '(', ')', ':', '😀', 'if ')
    const source = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(source, fc.constantFrom('python', 'javascript', 'typescript'), (text, language) => {
        for (const node of walk(parseTree(language, text).root)) {
          let at = node.start
          for (const child of node.children) {
            expect(child.start).toBeGreaterThanOrEqual(at)
            expect(child.end).toBeLessThanOrEqual(node.end)
            at = child.end
          }
        }
      }),
      { numRuns: 300 },
    )
  })
})
