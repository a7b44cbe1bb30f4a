import type { Token } from '../../../language/javascript/tokens.ts'
import type { Edit } from '../strategy.ts'
import { isPlainName } from './grammar.ts'
import type { Source } from './read-source.ts'

/** Rewrites comments and texts of Python: `# …`, `f"{x}"`, three quotes. */
export function pythonTexts(source: Source): Edit[] {
  return [...comments(source), ...tripleQuotes(source), ...formatted(source)]
}

function comments({ comments: found, tokens }: Source): Edit[] {
  const spaced = found.filter(({ text, start }) => text.startsWith('#') && !(start === 0 && text.startsWith('#!')))
  // `#name` is a private field in a class, and nothing elsewhere.
  const glued = tokens.filter(
    (token, index) =>
      token.kind === 'name' && token.text.startsWith('#') && token.isFirst && isPlainName(tokens[index + 1]),
  )
  return [...spaced, ...glued].map(({ start }) => ({ start, end: start + 1, text: '//' }))
}

/** A text that stands alone is a docstring and becomes a comment; elsewhere it is a value. */
function tripleQuotes({ tokens }: Source): Edit[] {
  return tokens.flatMap((token, index) => {
    if (token.kind !== 'string' || !/^("""|''')/.test(token.text) || token.isUnclosed || token.text.length < 6)
      return []
    const next = tokens[index + 1]
    const isAlone = token.isFirst && (next === undefined || next.isFirst)
    const inner = token.text.slice(3, -3)
    const text = isAlone
      ? `/*${inner.replaceAll('*/', '* /')}*/`
      : `\`${inner.replaceAll('`', '\\`').replaceAll('${', '\\${')}\``
    return [{ start: token.start, end: token.end, text }]
  })
}

function formatted({ tokens }: Source): Edit[] {
  return tokens.flatMap((token, index) => {
    const text = tokens[index + 1]
    const isPrefixed =
      ['f', 'F', 'rf', 'fr'].includes(token.text) && text?.kind === 'string' && text.start === token.end
    if (!isPrefixed || text.isUnclosed) return []
    return templateEdits(token.start, text)
  })
}

/** `f"{x:.2f}"` becomes a template, sign by sign; other formats are dropped. */
function templateEdits(start: number, { text, start: quote, end }: Token): Edit[] {
  const edits: Edit[] = [{ start, end: quote + 1, text: '`' }]
  for (const { 0: found, 1: expression, index } of text.matchAll(/\{\{|\}\}|`|\{([^{}]*)\}/g)) {
    const at = quote + index
    if (expression === undefined) {
      edits.push({ start: at, end: at + found.length, text: found === '`' ? '\\`' : (found[0] ?? '') })
      continue
    }
    const format = /:[^:'"]*$/.exec(expression)?.[0]
    const digits = /^:,?\.(\d+)f$/.exec(format ?? '')?.[1]
    const behind = at + found.length
    edits.push({ start: at, end: at + 1, text: digits === undefined ? '${' : '${(' })
    if (format === undefined) continue
    edits.push({
      start: behind - 1 - format.length,
      end: behind - 1,
      text: digits === undefined ? '' : `).toFixed(${digits})`,
    })
  }
  return [...edits, { start: end - 1, end, text: '`' }]
}
