import { LEXIS, type Lexis } from '../../language/lexis.ts'
import { createScan } from '../../language/scan-code.ts'

const KNOWN: Readonly<Record<string, Lexis | undefined>> = LEXIS

/** Many changes of one program are checked by several rules, one after the other: the original, and the change at hand. */
const KEPT = 4
let kept: { code: string; language: string; bare: string }[] = []

/** The code with a blank for each comment, so that a line that was commented out counts as removed. */
export function withoutComments(code: string, language: string): string {
  const lexis = KNOWN[language]
  if (!lexis) return code
  const known = kept.find((one) => one.code === code && one.language === language)
  const bare = known?.bare ?? bareOf(code, lexis)
  // The latest answer stays longest.
  kept = [{ code, language, bare }, ...kept.filter((one) => one !== known)].slice(0, KEPT)
  return bare
}

function bareOf(code: string, lexis: Lexis): string {
  // The code behind an unclosed quote must not pass for a string, so a short one ends with its line.
  const longQuotes = lexis.longQuotes.filter((quote) => quote.length > 1 || quote === '`')
  const scan = createScan({ ...lexis, longQuotes })
  const lines = code.split('\n').map((line) => {
    scan.take(line)
    return scan.kept()
  })
  return lines.join('\n')
}
