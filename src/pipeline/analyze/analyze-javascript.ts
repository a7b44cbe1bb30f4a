import { analyzeTree, type TreeGrammar } from './analyze-tree.ts'
import { javascriptImports } from './dependency/javascript-imports.ts'
import { javascriptLoopAt } from './estimate/javascript-loops.ts'
import { javascriptCalls, javascriptModules } from './estimate/javascript-signs.ts'
import type { LanguageAnalysis } from './language-analysis.ts'
import { javascriptFlow } from './measure/javascript-flow.ts'
import { remarkFinders } from './remark-finders.ts'

const grammar: TreeGrammar = {
  flow: javascriptFlow,
  estimate: { loopAt: javascriptLoopAt, modules: javascriptModules, calls: javascriptCalls },
  imports: javascriptImports,
  finders: remarkFinders.javascript,
}

export const analyzeJavascript: LanguageAnalysis = {
  languages: ['javascript', 'typescript'],
  read: (source, language) =>
    analyzeTree({ source, language: language === 'typescript' ? 'typescript' : 'javascript' }, grammar),
}
