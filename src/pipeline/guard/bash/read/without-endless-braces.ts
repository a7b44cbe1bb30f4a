/** More opening braces in one word are no program of anybody. */
const MOST_BRACES = 200

/**
 * For each opening brace the parser looks through the rest of its word for the closing one. A word of nothing but braces would take time with
 * the square of its length; its braces beyond a number are read as a character that means nothing.
 */
export function withoutEndlessBraces(source: string): { source: string; isCut: boolean } {
  let isCut = false
  const calm = source.replace(/\S{400,}/g, (word) => {
    let braces = 0
    return word.replaceAll('{', () => {
      isCut ||= braces >= MOST_BRACES
      return ++braces > MOST_BRACES ? '\ufffd' : '{'
    })
  })
  return { source: calm, isCut }
}
