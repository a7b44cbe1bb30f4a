import type { Edit, Fault, Proposal, Strategy } from '../strategy.ts'
import { withoutResidue } from '../text/residue.ts'
import { best, propose } from './edits.ts'
import { type Line, readProgram } from './program.ts'
import { SYNTAX_ERRORS } from './syntax-errors.ts'

/** A page, a diff, Markdown or an agent leaves its marks all over a program, so these changes are made everywhere at once. */
export const pasteResidue: Strategy = {
  id: 'python/paste-residue',
  languages: ['python'],
  title:
    'Takes away marks of the place that code was copied from: HTML entities, diffs, escapes of Markdown, wrappers of agents',
  answers: [...SYNTAX_ERRORS, 'NameError'],
  prior: 0.97,
  propose(fault) {
    const { lines } = readProgram(fault.code)
    const labels = agentLabels(lines)
    if (fault.diagnosis.type === 'NameError') return isTagAt(fault) ? withoutResidue(fault.code).slice(0, 1) : []
    return best(labels.length > 0 ? labels : withoutResidue(fault.code))
  },
}

/** The language of a block, left as its first line, is a name of nothing; elsewhere it may be a name of the program. */
const isTagAt = ({ code, diagnosis }: Fault): boolean =>
  code.slice(0, code.search(/\S/)).split('\n').length === diagnosis.line

const LABEL =
  /^(?:Thought|Action(?: Input)?|Observation|Final Answer|Question|Answer|Assistant|User|Human|System|Code|Tool|Step)(?: \d+)?:\s*/

/** A call or an assignment and nothing else. */
const LINE = /^(?:[\w.]+\(.*\)|[a-z_]\w* *= *\S.*)\s*$/

/** `Thought: …` and `Action: …` tell of the code; code may stand behind `Action Input:`. */
function agentLabels(lines: Line[]): Proposal[] {
  const labelled = lines.filter(({ text }) => LABEL.test(text))
  const edits = labelled.map(({ start, text }): Edit => {
    const label = LABEL.exec(text)?.[0] ?? ''
    const isCode =
      /^(?:Action Input|Code)/.test(label) ||
      (/^(?:Action|Answer|Final)/.test(label) && LINE.test(text.slice(label.length)))
    const holdsCode = isCode && label.length < text.length
    return holdsCode ? { start, end: start + label.length, text: '' } : { start, end: start, text: '# ' }
  })
  return edits.length > 0 ? [propose(edits, 'made comments of the lines of an agent', 0.95)] : []
}
