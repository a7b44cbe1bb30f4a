import { LEXIS, type Lexis } from '../../language/lexis.ts'
import { createScan } from '../../language/scan-code.ts'

const KNOWN: Readonly<Record<string, Lexis | undefined>> = LEXIS

/** The code with a blank for each comment, so that a line that was commented out counts as removed. */
export function withoutComments(code: string, language: string): string {
  const lexis = KNOWN[language]
  if (!lexis) return code
  // The code behind an unclosed quote must not pass for a string, so a short one ends with its line.
  const longQuotes = lexis.longQuotes.filter((quote) => quote.length > 1 || quote === '`')
  const scan = createScan({ ...lexis, longQuotes })
  const kept = code.split('\n').map((line) => {
    scan.take(line)
    return scan.kept()
  })
  return kept.join('\n')
}
