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
