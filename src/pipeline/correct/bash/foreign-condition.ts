/** Translates the head of another language's block, without its colon or brace, to Bash; undefined when it is not understood. */
export function conditionOf(word: string, rest: string): string | undefined {
  if (word === 'def') return /^(\w+)\s*\(\s*\)$/.test(rest) ? `${rest.replace(/\s+/g, '')} {` : undefined
  if (word === 'else') return rest === '' ? 'else' : undefined
  if (word === 'for' || word === 'foreach') return loopOf(rest.replace(/;?\s*(?:do)?$/, ''))
  const condition = testOf(rest.replace(/;\s*(?:then|do)?$/, '').trim())
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
  const counted = /^\(+\s*(?:int |let |var )?([^;()]+;[^;]+;[^;()]+?)\s*\)+$/.exec(rest)
  if (counted) return `for ((${counted[1]})); do`
  const listed = /^\(?\s*(?:let |const |var )?(\w+) (?:in|of) (.+)$/.exec(rest)
  return listed && !listed[2]?.startsWith('range(') ? `for ${listed[1]} in ${listed[2]}; do` : undefined
}

/** Each part between `&&` and `||` gets brackets of its own; old brackets are removed. */
function testOf(rest: string): string | undefined {
  if (/^\(\(.*\)\)$/.test(rest)) return rest
  const inner = /^\((.*)\)$/.exec(rest)?.[1]?.trim() ?? rest
  const parts = inner.split(/\s+(&&|\|\||and|or)\s+/)
  const written = parts.map((part, index) =>
    index % 2 === 0 ? partOf(part.trim()) : part.replace('and', '&&').replace('or', '||'),
  )
  return written.includes(undefined) ? undefined : written.join(' ')
}

const NUMBERS = /^(\$?\w+)\s*(<=|>=|==|!=|<|>)\s*(\$?\w+)$/
const COMPARES = /^\S.*\s(=|==|!=|=~|-eq|-ne|-lt|-le|-gt|-ge)\s+\S/

function partOf(part: string): string | undefined {
  const bare = part.replace(/^\[\[?\s*/, '').replace(/\s*\]\]?$/, '')
  const [, left = '', sign, right = ''] = NUMBERS.exec(bare) ?? []
  const isNumber = /^-?\d+$/.test(right) && sign !== undefined
  if (isNumber) return `((${left.replace('$', '')} ${sign} ${right}))`
  if (/^(?:!\s+)?-[a-zA-Z]\s+\S/.test(bare)) return `[ ${bare} ]`
  const compared = COMPARES.exec(bare)?.[1]
  if (compared) return compared === '==' || compared === '=~' ? `[[ ${bare} ]]` : `[ ${bare} ]`
  if (/^true$/i.test(bare)) return 'true'
  if (bare !== part) return `[ ${bare} ]`
  return /^(?:! )?[a-z][\w./-]*(?: [^()]*)?$/.test(bare) ? bare : undefined
}
