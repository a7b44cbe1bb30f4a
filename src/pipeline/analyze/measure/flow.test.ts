import { describe, expect, it } from 'vitest'
import { parseTree, type TreeLanguage } from '../../../language/tree/parse-tree.ts'
import { javascriptFlow } from './javascript-flow.ts'
import { measureTree } from './measure-tree.ts'
import { pythonFlow } from './python-flow.ts'
import { cognitiveOf, type Unit } from './unit.ts'

const unitsOf = (language: TreeLanguage, source: string): Unit[] =>
  measureTree(parseTree(language, source), language === 'python' ? pythonFlow : javascriptFlow).slice(1)

const measuresOf = (unit: Unit | undefined) => unit && [unit.cyclomatic, cognitiveOf(unit)]

describe('a Python function', () => {
  it.each<[body: string, cyclomatic: number, cognitive: number]>([
    ['pass', 1, 0],
    ['if a: b', 2, 1],
    ['if a:\n  b\n elif c:\n  d\n else:\n  e', 3, 3],
    ['for a in b: c', 2, 1],
    ['for a in b:\n  c\n else:\n  d', 3, 2],
    ['while a:\n  b\n else:\n  c', 3, 2],
    ['try:\n  a\n except B:\n  c\n except D:\n  e\n else:\n  f\n finally:\n  g', 4, 3],
    ['with a: b', 1, 0],
    ['assert a', 2, 0],
    ['x = [a for a in b]', 2, 0],
    ['x = {a for a in b if c if d}', 4, 0],
    ['x = {a: b for a in c for b in d}', 3, 0],
    ['x = sum(a for a in b if c)', 3, 0],
    ['x = a if b else c', 2, 1],
    ['x = a if b else (c if d else e)', 3, 3],
    ['x = lambda a: a if b else c', 2, 2],
    ['x = a and b and c', 3, 1],
    ['x = a and b or c', 3, 2],
    ['x = a and (b and c)', 3, 1],
    ['x = a and not (b and c)', 3, 2],
    ['match a:\n  case 1 | 2: b\n  case x if x: c\n  case _: d', 3, 1],
    ['if a and b and c or d or e and f: g', 7, 4],
  ])('%j has %i ways and takes an effort of %i', (body, cyclomatic, cognitive) => {
    expect(measuresOf(unitsOf('python', `def f():\n ${body}\n`)[0])).toEqual([cyclomatic, cognitive])
  })

  it('is named with its surroundings, and has the parameters that a caller gives', () => {
    const source =
      'class Cart:\n def total(self, a, b: int = f(x, y), /, *rest, c=1, **more):\n  def inner(*, d): pass\n'
    expect(unitsOf('python', source).map(({ name, parameters }) => [name, parameters])).toEqual([
      ['Cart.total', 5],
      ['Cart.total.inner', 1],
    ])
  })

  it('takes one more effort when it calls itself, directly or through others', () => {
    const source =
      'def even(n):\n return odd(n)\ndef odd(n):\n return even(n)\ndef own(n):\n own(n); own(n)\ndef other():\n own(1)\n'
    expect(unitsOf('python', source).map((unit) => [unit.name, cognitiveOf(unit)])).toEqual([
      ['even', 1],
      ['odd', 1],
      ['own', 1],
      ['other', 0],
    ])
    const methods = 'class A:\n def down(self):\n  self.down()\n def up(self, other):\n  other.up()\n  up()\n'
    expect(unitsOf('python', methods).map(cognitiveOf)).toEqual([1, 0])
  })

  it('is nested as deep as its statements with bodies are', () => {
    const source =
      'def f():\n for a in b:\n  if c:\n   d\n  elif e:\n   try:\n    g\n   except H:\n    i\n def j(): pass\n'
    expect(unitsOf('python', source).map(({ nesting }) => nesting)).toEqual([3, 0])
  })
})

describe('a JavaScript function', () => {
  it.each<[body: string, cyclomatic: number, cognitive: number]>([
    ['', 1, 0],
    ['if (a) b', 2, 1],
    ['if (a) b; else if (c) d; else e', 3, 3],
    ['if (a) if (b) c; else d', 3, 4],
    ['for (;;) a', 2, 1],
    ['for (const a of b) if (c) d', 3, 3],
    ['for (const a in b) {}', 2, 1],
    ['do { a } while (b)', 2, 1],
    ['switch (a) { case 1: case 2: b; default: c }', 3, 1],
    ['try { a } catch { if (b) c } finally { d }', 3, 3],
    ['x = a ? b : c ? d : e', 3, 3],
    ['x = a && b || c', 3, 2],
    ['x = a ?? b', 2, 0],
    ['a ||= b; c &&= d; e ??= f; g += h', 4, 0],
    ['a?.b; c?.(); d?.[e]', 4, 0],
    ['const { a = 1, b: [c = 2] } = d', 3, 0],
    ['type A = B extends C ? D : E', 1, 0],
  ])('%j has %i ways and takes an effort of %i', (body, cyclomatic, cognitive) => {
    expect(measuresOf(unitsOf('typescript', `function f() { ${body} }`)[0])).toEqual([cyclomatic, cognitive])
  })

  it.each<[source: string, name: string]>([
    ['const add = (a, b) => a + b', 'add'],
    ['const add: Sum = function (a, b) { return a + b }', 'add'],
    ['exports.add = async (a, b) => a + b', 'exports.add'],
    ['class Cart { static add(a, b) {} }', 'Cart.add'],
    ['class Cart { #add = (a, b) => a }', 'Cart.#add'],
    ["const cart = { 'add': (a, b) => a }", 'cart.add'],
    ['const cart = { add(a, b) {} }', 'cart.add'],
    ['app.get("/", (a, b) => { c })', 'app.get callback'],
    ['export default (a, b) => { c }', 'default'],
    ['(function (a, b) {})()', 'anonymous'],
  ])('%j is called %s', (source, name) => {
    const [unit] = unitsOf('typescript', source)
    expect(unit).toMatchObject({ name, parameters: 2, isListed: true })
  })

  it('is measured but not listed without a name and a body of its own', () => {
    expect(unitsOf('javascript', 'items.map((a) => a && b)')).toMatchObject([{ isListed: false, cyclomatic: 2 }])
    expect(unitsOf('typescript', 'declare function f(a: string): void')).toEqual([])
  })

  it('takes one more effort when it calls itself, also from a callback', () => {
    const source = 'function walk(node) { node.children.forEach((child) => walk(child)) }\nclass A { b() { this.b() } }'
    expect(
      unitsOf('javascript', source)
        .filter(({ isListed }) => isListed)
        .map(cognitiveOf),
    ).toEqual([1, 1])
  })
})

describe('a function of any language', () => {
  it('is given a short name, however deep it stands and whatever it is called', () => {
    const source = Array.from({ length: 60 }, (_, depth) => `${' '.repeat(depth)}def ${'f'.repeat(30)}():`).join('\n')
    const names = unitsOf('python', `${source} pass\n`).map(({ name }) => name.length)
    expect(names.length).toBe(60)
    expect(Math.max(...names)).toBeLessThanOrEqual(201)
  })
})
