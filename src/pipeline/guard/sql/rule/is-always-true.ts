/** A condition that holds for every row: `1 = 1`, `'a' = 'a'`, `true`, `1`, also beside an OR. */
export function isAlwaysTrue(words: string[]): boolean {
  const condition = cutAt(words, ['returning', 'order', 'limit', 'group', ';', 'union']).filter(
    (word) => word !== '(' && word !== ')',
  )
  if (condition.length === 0) return false
  if (condition.includes('and')) return splitAt(condition, 'and').every(isAlwaysTrue)
  return splitAt(condition, 'or').some(isTautology)
}

/** `x = x` of two constants, or a constant that counts as true. */
export function isTautology(words: string[]): boolean {
  const [left = '', operator = '', ...rest] = words
  if (words.length === 1) return left === 'true' || /^[1-9]\d*$/.test(left)
  const right = rest.join('')
  if (!isConstant(left) || !(isConstant(right) || /^\d+$/.test(right))) return false
  if (operator === '=' || operator === 'like' || operator === 'is') return left === right
  return (operator === '<' && Number(left) < Number(right)) || (operator === '>' && Number(left) > Number(right))
}

const isConstant = (word: string): boolean => /^'[^']*'$|^"[^"]*"$|^\d{1,15}$/.test(word)

function cutAt(words: string[], ends: string[]): string[] {
  const at = words.findIndex((word) => ends.includes(word))
  return at < 0 ? words : words.slice(0, at)
}

function splitAt(words: string[], divider: string): string[][] {
  const parts: string[][] = [[]]
  for (const word of words) {
    if (word === divider) parts.push([])
    else parts.at(-1)?.push(word)
  }
  return parts
}
