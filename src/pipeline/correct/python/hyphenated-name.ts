import type { Strategy } from '../strategy.ts'
import { propose, replace } from './edits.ts'
import { readProgram, statementAt } from './program.ts'

export const hyphenatedName: Strategy = {
  id: 'python/hyphenated-name',
  languages: ['python'],
  title: 'Writes a name with underscores that was given a value with hyphens',
  answers: ['SyntaxError'],
  prior: 0.95,
  propose({ code, diagnosis }) {
    if (!/cannot assign to expression/.test(diagnosis.message)) return []
    const program = readProgram(code)
    const statement = statementAt(program, diagnosis.line)
    const text = statement && code.slice(statement.first.start, statement.last.end)
    const name = /^[A-Za-z_]\w*(?:-[A-Za-z_]\w*)+(?= *=[^=])/.exec(text ?? '')?.[0]
    if (!name) return []
    const [first = '', ...rest] = name.split('-')
    const edits = program.tokens.flatMap((token, at) => {
      const end = token.start + name.length
      const isWhole = token.text === first && code.startsWith(name, token.start) && !/[\w-]/.test(code[end] ?? '')
      return isWhole && program.tokens[at - 1]?.text !== '-'
        ? [replace({ start: token.start, end }, [first, ...rest].join('_'))]
        : []
    })
    return [propose(edits, `wrote the name "${name}" with underscores`, 0.95)]
  },
}
