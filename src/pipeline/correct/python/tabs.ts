import type { Edit, Strategy } from '../strategy.ts'
import { best, propose } from './edits.ts'
import { type Line, readProgram, widthOf } from './program.ts'
import { SYNTAX_ERRORS } from './syntax-errors.ts'

export const tabs: Strategy = {
  id: 'python/tabs',
  languages: ['python'],
  title: 'Indents with spaces only where tabs and spaces were mixed',
  answers: SYNTAX_ERRORS,
  prior: 0.9,
  propose({ code }) {
    const { lines } = readProgram(code)
    const indented = lines.filter(({ indent, text }) => indent !== '' && text.trim() !== '')
    const withTabs = indented.filter(({ indent }) => indent.includes('\t'))
    if (withTabs.length === 0 || withTabs.length === indented.length) return []
    return best(
      [4, 8, 2].map((size, order) => propose(expand(withTabs, size), 'replaced tabs by spaces', 0.95 - order * 0.1)),
    )
  },
}

const expand = (lines: Line[], size: number): Edit[] =>
  lines.map(({ indent, start }) => ({
    start,
    end: start + indent.length,
    text: size === 8 ? ' '.repeat(widthOf(indent)) : indent.replaceAll('\t', ' '.repeat(size)),
  }))
