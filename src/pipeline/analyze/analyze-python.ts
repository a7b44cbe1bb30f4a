import { analyzeTree, type TreeGrammar } from './analyze-tree.ts'
import { pythonImports } from './dependency/python-imports.ts'
import { pythonLoopAt } from './estimate/python-loops.ts'
import { pythonCalls, pythonModules } from './estimate/python-signs.ts'
import type { LanguageAnalysis } from './language-analysis.ts'
import { pythonFlow } from './measure/python-flow.ts'
import { remarkFinders } from './remark-finders.ts'

const grammar: TreeGrammar = {
  flow: pythonFlow,
  estimate: { loopAt: pythonLoopAt, modules: pythonModules, calls: pythonCalls },
  imports: pythonImports,
  finders: remarkFinders.python,
}

export const analyzePython: LanguageAnalysis = {
  languages: ['python'],
  read: (source) => analyzeTree({ source, language: 'python' }, grammar),
}
