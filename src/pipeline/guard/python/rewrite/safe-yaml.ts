import type { TextEdit } from '../../../../contract/finding.ts'
import type { Spot } from '../../rule.ts'
import type { PythonProgram } from '../program.ts'
import type { Call } from '../read/facts.ts'
import { withoutKeyword } from './without-keyword.ts'

/** Rewrites `yaml.load(x, Loader=…)` as `yaml.safe_load(x)`. */
export function safeYaml(call: Call, program: PythonProgram): Spot['fix'] {
  const callee = call.node.children[0]
  const property = callee?.children.find(({ type }) => type === 'PropertyName')
  if (!property || call.isIndirect || call.positional.length < 1) return undefined
  const edits: TextEdit[] = [
    { start: property.start, end: property.end, text: call.method === 'load_all' ? 'safe_load_all' : 'safe_load' },
  ]
  const loader = call.keywords.get('Loader') ?? call.positional[1]
  const removal = loader && withoutKeyword(loader, program)
  if (loader && !removal) return undefined
  return { title: 'Read the document as plain data', edits: removal ? [...edits, removal] : edits }
}
