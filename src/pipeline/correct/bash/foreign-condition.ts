/** The head of a block of another language, without its mark, as Bash writes it; undefined when it is not understood. */
export function conditionOf(word: string, rest: string): string | undefined {
  if (word === 'def') return /^(\w+)\s*\(\s*\)$/.test(rest) ? `${rest.replace(/\s+/g, '')} {` : undefined
  if (word === 'else') return rest === '' ? 'else' : undefined
  if (word === 'for' || word === 'foreach') return loopOf(rest)
  const condition = testOf(rest.replace(/;\s*(?:then|do)$/, ''))
  if (condition === undefined) return undefined
  if (word === 'while') return `while ${condition}; do`
  return `${word === 'if' ? 'if' : 'elif'} ${condition}; then`
}

function loopOf(rest: string): string | undefined {
  const range = /^(\w+) in range\((?:(-?\d+|\$\w+)\s*,\s*)?(-?\d+|\$?\w+)\s*\)$/.exec(rest)
  if (range) {
    const [, name, from = '0', to = ''] = range
    const bound = to.replace('$', '')
    return `for ((${name} = ${from.replace('$', '')}; ${name} < ${bound}; ${name}++)); do`
  }
  const counted = /^\(+\s*(?:int |let |var )?([^;()]+;[^;()]+;[^;()]+?)\s*\)+$/.exec(rest)
  if (counted) return `for ((${counted[1]})); do`
  return /^\w+ in [^()]+$/.test(rest) ? `for ${rest.replace(/;$/, '')}; do` : undefined
}

const NUMBERS = /^\(?\s*(\$?\w+)\s*(<=|>=|==|!=|<|>)\s*(\$?-?\w+)\s*\)?$/

function testOf(rest: string): string | undefined {
  if (/^\[\[? .* \]\]?$/.test(rest) || rest === 'true' || /^\(\(.*\)\)$/.test(rest)) return rest
  if (/^\(?True\)?$/.test(rest) || rest === '(true)') return 'true'
  const numbers = NUMBERS.exec(rest)
  if (numbers && /^-?\d+$/.test(numbers[3] ?? ''))
    return `((${numbers[1]?.replace('$', '')} ${numbers[2]} ${numbers[3]}))`
  const texts = /^\(?\s*"?(\$\w+)"?\s*(==|!=)\s*(["'][^"']*["'])\s*\)?$/.exec(rest)
  return texts ? `[[ "${texts[1]}" ${texts[2]} ${texts[3]} ]]` : undefined
}
