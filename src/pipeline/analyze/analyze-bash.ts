import { parse } from 'unbash'
import type { Estimate, ImportedModule } from '../../contract/analysis.ts'
import { MOST_SOURCE } from '../../language/tree/grow-tree.ts'
import { type Tree, walk } from '../../language/tree/tree.ts'
import { bashTree } from './bash-tree.ts'
import { complexityRemarks } from './complexity-remarks.ts'
import { bashPrograms } from './dependency/bash-programs.ts'
import { bashGrowth } from './estimate/bash-growth.ts'
import { bashSigns } from './estimate/bash-signs.ts'
import { growthText } from './estimate/growth.ts'
import { reachOf } from './estimate/reach.ts'
import type { CodeReading, LanguageAnalysis } from './language-analysis.ts'
import { bashComments } from './measure/bash-comments.ts'
import { bashFlow } from './measure/bash-flow.ts'
import { measureTree } from './measure/measure-tree.ts'
import { measuresOf } from './measure/measures-of.ts'
import { readLines } from './measure/read-lines.ts'
import type { Unit } from './measure/unit.ts'
import { remarkFinders } from './remark-finders.ts'

export const analyzeBash: LanguageAnalysis = { languages: ['bash'], read }

function read(whole: string): CodeReading {
  const source = whole.slice(0, MOST_SOURCE)
  const script = parse(source)
  const tree = bashTree(script, source)
  const lines = readLines(source, bashComments(tree))
  const units = measureTree(tree, bashFlow)
  const { functions, ...sums } = measuresOf(units, lines)
  const imports = bashPrograms(tree, lines.lineAt)
  return {
    partial: (script.errors ?? []).length > 0 || source.length < whole.length,
    ...sums,
    functions: functions.map(({ metrics }) => metrics),
    remarks: [
      ...complexityRemarks(functions, { source, language: 'bash' }),
      ...remarkFinders.bash.flatMap((find) => find({ script, source })),
    ],
    imports,
    estimate: estimateOf({ tree, units, imports, lineAt: lines.lineAt }),
  }
}

interface ReadScript {
  tree: Tree
  units: readonly Unit[]
  imports: readonly ImportedModule[]
  lineAt(offset: number): number
}

function estimateOf({ tree, units, imports, lineAt }: ReadScript): Estimate {
  const time = bashGrowth({ tree, lineAt }, units)
  const { reasons, ...reach } = reachOf(bashSigns({ tree, lineAt }, imports))
  const whole = wholeFileLine(tree, lineAt)
  return {
    time: growthText(time),
    memory: whole === undefined ? 'small' : 'moderate',
    ...reach,
    reasons: [
      ...time.reasons.map((reason) => `time: ${reason}`),
      ...(whole === undefined ? [] : [`memory: line ${whole} reads a whole file`]),
      ...reasons,
    ],
  }
}

/** `$(cat file)`, `$(< file)` and `mapfile` hold a whole file. */
function wholeFileLine({ root, source }: Tree, lineAt: (offset: number) => number): number | undefined {
  for (const { type, start } of walk(root)) {
    const text = type === 'CommandExpansion' || type === 'Command' ? source.slice(start, start + 12) : ''
    if (/^(?:\$\(\s*(?:cat\s|<)|mapfile\s|readarray\s)/.test(text)) return lineAt(start)
  }
  return undefined
}
