/** Strings and comments hide their content; the operators that count are those that nest their operands. */
const TOKEN =
  /#[^\r\n]*|("""|''')[\s\S]*?(?:\1|$)|"(?:[^"\\\r\n]|\\[\s\S])*"?|'(?:[^'\\\r\n]|\\[\s\S])*'?|(\\?)(?:\r\n|\n|\r)([ \t]*)|([([{])|([)\]}])|([,;])|([-+*/%@&|^~.]+)|\b(?:not|if|lambda|await|yield)\b/g

/**
 * How deep a Python source nests at most, by its tokens alone: indentation, brackets, and within each bracket the operators,
 * since any of them may stand inside of the one before. Its time is linear.
 */
export function pythonNesting(source: string): number {
  const indents: number[] = []
  /** Operators so far, outside of all brackets and then within each open bracket. */
  const open = [0]
  let [held, deepest] = [0, 0]
  const add = (count: number) => {
    open[open.length - 1] = (open.at(-1) ?? 0) + count
    held += count
    deepest = Math.max(deepest, held + open.length + indents.length)
  }
  const clear = () => add(-(open.at(-1) ?? 0))
  for (const [token, quotes, joined, indent, opens, closes, ends, operators] of source.matchAll(TOKEN)) {
    if (quotes || /^["'#]/.test(token)) continue
    if (opens) open.push(0)
    if (closes && open.length > 1) held -= open.pop() ?? 0
    if (indent !== undefined) {
      if (joined || open.length > 1) continue
      while ((indents.at(-1) ?? -1) >= indent.length) indents.pop()
      indents.push(indent.length)
    }
    if (ends || indent !== undefined) clear()
    else add(opens ? 0 : (operators?.length ?? 1))
  }
  return deepest
}
