import { describe, expect, it } from 'vitest'
import { parseTree, type TreeLanguage } from '../../../language/tree/parse-tree.ts'
import type { FlowGrammar } from './flow-grammar.ts'
import { javascriptFlow } from './javascript-flow.ts'
import { measureTree } from './measure-tree.ts'
import { COGNITIVE_JAVASCRIPT } from './published-javascript.fixture.ts'
import { COGNITIVE_PYTHON } from './published-python.fixture.ts'
import { pythonFlow } from './python-flow.ts'
import { cognitiveOf } from './unit.ts'

const measure = (language: TreeLanguage, source: string, flow: FlowGrammar) =>
  new Map(
    measureTree(parseTree(language, source), flow).map((unit) => [
      unit.name,
      { cognitive: cognitiveOf(unit), cyclomatic: unit.cyclomatic },
    ]),
  )

describe('the functions of the paper on cognitive complexity have the values that it prints', () => {
  it.each(COGNITIVE_PYTHON)('in Python: $name is $cognitive', ({ name, source, cognitive, cyclomatic }) => {
    expect(measure('python', source, pythonFlow).get(name)).toEqual({ cognitive, cyclomatic })
  })

  it.each(COGNITIVE_JAVASCRIPT)('in JavaScript: $name is $cognitive', ({ name, source, cognitive, cyclomatic }) => {
    expect(measure('javascript', source, javascriptFlow).get(name)).toEqual({ cognitive, cyclomatic })
    expect(measure('typescript', source, javascriptFlow).get(name)).toEqual({ cognitive, cyclomatic })
  })
})

/** The constructs in radon's table of cyclomatic complexity, with the value that each adds; `with` as radon really counts. */
const RADON_TABLE: [construct: string, adds: number][] = [
  ['if a: b', 1],
  ['if a: b\n elif c: d', 2],
  ['if a: b\n else: c', 1],
  ['for a in b: c', 1],
  ['while a: b', 1],
  ['try: a\n except B: c', 1],
  ['try: a\n finally: b', 0],
  ['with a: b', 0],
  ['assert a', 1],
  ['[a for a in b]', 1],
  ['a = lambda: b', 0],
  ['a and b', 1],
  ['a or b or c', 2],
]

describe('cyclomatic complexity equals that of its tools', () => {
  it.each(RADON_TABLE)('radon: %j adds %i', (construct, adds) => {
    expect(measure('python', `def f():\n ${construct}\n`, pythonFlow).get('f')?.cyclomatic).toBe(1 + adds)
  })

  it.each<[source: string, value: number]>([
    ['function f(x) { if (true) { return x } else if (false) { return x + 1 } else { return 4 } }', 3],
    ['function f() { a ||= 1; b &&= 1 }', 3],
    ["function f(a = 'x') {}", 2],
    ["function f(a) { const { b = 'x' } = a }", 2],
    ["function f(a) { const [b = 'x'] = a }", 2],
    ['function f(a) { return a?.b?.c }', 3],
  ])('the kinds of branches that the page of ESLint’s rule shows: %j has %i', (source, value) => {
    expect(measure('javascript', source, javascriptFlow).get('f')?.cyclomatic).toBe(value)
  })
})
