import type { ImportedModule } from '../../contract/analysis.ts'
import { parseTree, type TreeLanguage } from '../../language/tree/parse-tree.ts'
import type { Tree } from '../../language/tree/tree.ts'
import { complexityRemarks } from './complexity-remarks.ts'
import { type EstimateGrammar, estimateTree } from './estimate/estimate-tree.ts'
import type { CodeReading } from './language-analysis.ts'
import { commentsOf } from './measure/comments-of.ts'
import type { FlowGrammar } from './measure/flow-grammar.ts'
import { measureTree } from './measure/measure-tree.ts'
import { measuresOf } from './measure/measures-of.ts'
import { readLines } from './measure/read-lines.ts'
import type { TreeProgram } from './program.ts'
import type { RemarkFinder } from './remark-finders.ts'

export interface TreeGrammar {
  flow: FlowGrammar
  estimate: EstimateGrammar
  imports(tree: Tree, lineAt: (offset: number) => number): ImportedModule[]
  finders: readonly RemarkFinder<TreeProgram>[]
}

interface TreeSource {
  source: string
  language: TreeLanguage
}

/** Analyzes one program of a language that has syntax trees. */
export function analyzeTree({ source, language }: TreeSource, grammar: TreeGrammar): CodeReading {
  const tree = parseTree(language, source)
  const lines = readLines(source, commentsOf(tree, language))
  const units = measureTree(tree, grammar.flow)
  const { functions, ...sums } = measuresOf(units, lines)
  const imports = grammar.imports(tree, lines.lineAt)
  const program = { tree, source, language }
  return {
    partial: tree.isPartial,
    ...sums,
    functions: functions.map(({ metrics }) => metrics),
    remarks: [...complexityRemarks(functions, program), ...grammar.finders.flatMap((find) => find(program))],
    imports,
    estimate: estimateTree({ tree, units, imports, lineAt: lines.lineAt }, grammar.estimate),
  }
}
