/** A function at the top of a program, by its layout: a parser would refuse the broken programs that are read here. */
export interface TopLevelFunction {
  name: string
  start: number
  /** Behind its last line. */
  end: number
}

const HEADS: Readonly<Record<string, RegExp>> = {
  python: /^(?:async[ \t]+)?def[ \t]+([A-Za-z_]\w*)/,
  javascript:
    /^(?:export[ \t]+)?(?:default[ \t]+)?(?:async[ \t]+)?(?:function\*?[ \t]*([A-Za-z_$][\w$]*)|(?:const|let|var)[ \t]+([A-Za-z_$][\w$]*)[ \t]*=[ \t]*(?:async\b|function\b|\())/,
  bash: /^(?:function[ \t]+)?([A-Za-z_][\w-]*)[ \t]*\(\)/,
}
/** Lines at the left edge that belong to the function above them. */
const ENDS: Readonly<Record<string, RegExp>> = {
  python: /^[)\]}]/,
  javascript: /^[)\]}]/,
  bash: /^[{}]/,
}
const ALIKE: Readonly<Record<string, string>> = { typescript: 'javascript' }
const MOST_LINES = 5000

/** The functions at the left edge of a program; none for a language without such. */
export function topLevelFunctions(code: string, language: string): TopLevelFunction[] {
  const family = ALIKE[language] ?? language
  const [head, ending] = [HEADS[family], ENDS[family]]
  if (!head || !ending) return []
  const found: TopLevelFunction[] = []
  let [open, offset]: [TopLevelFunction | undefined, number] = [undefined, 0]
  for (const line of code.split('\n', MOST_LINES)) {
    const end = Math.min(code.length, offset + line.length + 1)
    const match = head.exec(line)
    if (match) {
      open = { name: match[1] ?? match[2] ?? '', start: offset, end }
      found.push(open)
    } else if (open && (/^\s/.test(line) || ending.test(line))) open.end = end
    else if (line !== '') open = undefined
    offset = end
  }
  return found
}

const IMPORT: Readonly<Record<string, RegExp>> = {
  python: /^(?:import|from)[ \t].+$/gm,
  javascript: /^(?:import[ \t].+|(?:const|let|var)[ \t].+=[ \t]*require\(.+)$/gm,
}

/** The lines at the left edge that bring modules in. */
export const importsOf = (code: string, language: string): string[] =>
  [...code.matchAll(IMPORT[ALIKE[language] ?? language] ?? /$^/g)].map(([line]) => line)
