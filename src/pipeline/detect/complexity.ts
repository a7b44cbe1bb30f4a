const DECISIONS =
  /\b(?:if|elif|else|for|while|case|catch|except|switch|match|try|with|def|function|class|lambda|async|await)\b|=>|&&|\|\|/g
/** So many weighted lines and decisions give a complexity of one half. */
const HALF_WAY = 30

/** Code beyond this length does not add complexity. */
const MAX_CODE = 100_000

/** 0 for an empty block, towards 1 for long code with many decisions: lines count once, decisions three times. */
export function complexityOf(whole: string): number {
  const code = whole.slice(0, MAX_CODE)
  const lines = code.split('\n').filter((line) => line.trim() !== '').length
  const weight = lines + 3 * (code.match(DECISIONS)?.length ?? 0)
  return Math.round((weight / (weight + HALF_WAY)) * 100) / 100
}
