import type { Edit } from '../strategy.ts'
import { isPlainName } from './grammar.ts'
import type { Source } from './read-source.ts'
import type { Token } from './tokenize.ts'

/** Comments and texts as Python writes them: `# …`, `f"{x}"`, three quotes. */
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

/** A text that stands alone tells what a function does; elsewhere it is a value. */
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
    return [{ start: token.start, end: text.end, text: templateOf(text) }]
  })
}

/** `"{x:.2f} {{"` becomes a template; every other format is left to say what the value says. */
function templateOf({ text }: Token): string {
  const inner = text.slice(1, -1).replaceAll('`', '\\`')
  const parts = inner.replace(/\{\{|\}\}|\{([^{}"]*)\}/g, (whole, expression: string | undefined) => {
    if (expression === undefined) return whole[0] ?? ''
    const [, value = expression, digits] = /^(.*):\.(\d+)f$/.exec(expression) ?? []
    return digits === undefined ? `\${${value}}` : `\${(${value}).toFixed(${digits})}`
  })
  return `\`${parts}\``
}
