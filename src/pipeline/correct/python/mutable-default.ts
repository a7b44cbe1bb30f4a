import type { Strategy } from '../strategy.ts'
import { best, messageOf, propose, replace } from './edits.ts'
import { addImport } from './import-place.ts'
import { readProgram } from './program.ts'

export const mutableDefault: Strategy = {
  id: 'python/mutable-default',
  languages: ['python'],
  title: 'Gives each object of a dataclass a list or dictionary of its own',
  answers: ['ValueError'],
  prior: 0.95,
  propose(fault) {
    if (!messageOf(fault, /^mutable default <class '(?:list|dict|set)'> for field/)) return []
    const program = readProgram(fault.code)
    const edits = program.statements.flatMap(({ tokens, width }) => {
      const at = tokens.findIndex(({ text }) => text === '=')
      const value = tokens.slice(at + 1)
      const [first, last] = [value[0], value.at(-1)]
      if (width === 0 || tokens[1]?.text !== ':' || at === -1 || !first || !last) return []
      const text = value.map((token) => token.text).join('')
      const factory = { '[]': 'list', '{}': 'dict', 'list()': 'list', 'dict()': 'dict', 'set()': 'set' }[text]
      const isFilled = /^[[{]/.test(text)
      const made = factory ?? (isFilled ? `lambda: ${fault.code.slice(first.start, last.end)}` : undefined)
      return made ? [replace({ start: first.start, end: last.end }, `field(default_factory=${made})`)] : []
    })
    const hasField = program.names.some(({ text }) => text === 'field')
    return best([
      propose(
        hasField || edits.length === 0 ? edits : [addImport(program, 'from dataclasses import field'), ...edits],
        'made a new default for each object',
        0.96,
      ),
    ])
  },
}
