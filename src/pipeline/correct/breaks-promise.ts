/** The shapes in which Python prints values of these types. */
const SHAPES: Readonly<Record<string, RegExp>> = {
  bool: /^(?:True|False)$/,
  int: /^-?\d+$/,
  float: /^-?(?:\d|inf$)/,
  list: /^\[/,
  List: /^\[/,
  dict: /^\{/,
  Dict: /^\{/,
}

/**
 * The reason to doubt a Python program whose last line prints a call: the value is not of the type that the function promises. Such a
 * program has another fault, which raises nothing.
 */
export function breaksPromise(code: string, printed: string): string | undefined {
  const name = lastPrinted(code)
  if (name === undefined) return undefined
  const promised = new RegExp(String.raw`^\s*def ${name}\(.*\)\s*->\s*(\w+)\s*(?:\[.*\])?\s*:`, 'm').exec(code)?.[1]
  const shape = SHAPES[promised ?? '']
  const value = printed.trimEnd().split('\n').at(-1) ?? ''
  return !shape || shape.test(value) ? undefined : `it prints ${value.slice(0, 40)}, and ${name}() promises ${promised}`
}

/** The function that the last statement prints a call of, when it prints nothing else. */
function lastPrinted(code: string): string | undefined {
  const inner = /^print\((.*)\)$/.exec(code.trimEnd().split('\n').at(-1) ?? '')?.[1]
  if (!inner?.endsWith(')')) return undefined
  let depth = 0
  for (let at = inner.length - 1; at >= 0; at--) {
    if (inner[at] === ')') depth++
    else if (inner[at] === '(' && --depth === 0) return /^(?:[\w.]+(?:\(\))?\.)?(\w+)$/.exec(inner.slice(0, at))?.[1]
  }
  return undefined
}
