import { tokenize } from '../../../language/javascript/tokens.ts'
import type { Names } from './names.ts'

const WORD = /(?<![\w$.])[A-Za-z_$][\w$]*(?!\s{0,9}:(?!:))/g
const DECLARED =
  /\b(?:const|let|var)\s+(?:\{([^}]{0,500})\}|\[([^\]]{0,500})\]|([\w$]+))|\b(?:function\s*\*?|class|interface|type|enum|namespace)\s+([\w$]+)/g
const IMPORTED = /\bimport\s+(?:type\s+)?([^'";]{1,500}?)\s+from\b/g
const PARAMETERS = /\(([^()]{0,500})\)\s*(?::[^={;]{1,100})?(?:=>|\{)|(?<![\w$])([\w$]+)\s*=>|\bcatch\s*\(([\w$]+)/g
const CHANGED = /^([A-Za-z_$][\w$]*)\s*(?:[.[]|[-+*/%]?=(?!=))/gm

/** Names at the outermost level are given; all names that are declared anywhere belong to the piece itself. */
export function javascriptNames(code: string): Names {
  const text = withoutStrings(code)
  const gives = new Set<string>()
  const own = new Set<string>()
  const depths = depthsOf(text)
  for (const { index, ...found } of text.matchAll(DECLARED)) {
    for (const name of namesIn([found[1], found[2], found[3], found[4]].find((list) => list !== undefined))) {
      own.add(name)
      if (depths[index] === 0) gives.add(name)
    }
  }
  for (const [, list = ''] of text.matchAll(IMPORTED)) {
    for (const name of namesIn(list.replace(/[{}]|\*\s+as\s/g, ' '))) gives.add(name)
  }
  for (const [, list, single, caught] of text.matchAll(PARAMETERS)) {
    for (const name of namesIn((list ?? single ?? caught)?.replace(/[{}[\]]|\.\.\./g, ' '))) own.add(name)
  }
  const isOther = (name: string) => !own.has(name) && !gives.has(name)
  const changed = Array.from(text.matchAll(CHANGED), ([, name = '']) => name)
  return { gives, needs: new Set((text.match(WORD) ?? []).filter(isOther)), changes: new Set(changed.filter(isOther)) }
}

/** Removes strings and comments, but keeps the values in a template. */
function withoutStrings(code: string): string {
  let [text, at] = ['', 0]
  for (const { kind, text: hidden, start, end } of tokenize(code)) {
    if (!['string', 'regex', 'template', 'comment'].includes(kind)) continue
    const opened = hidden.endsWith('${') ? '(' : ''
    const shown = kind === 'comment' ? ' ' : `${hidden.startsWith('}') ? ')' : '""'}${opened}`
    text += code.slice(at, start) + shown
    at = end
  }
  return text + code.slice(at)
}

/** `a, b = 1, c: d, e as f` names a, b, d and f; with types, `a: string` names both words, which does no harm. */
function namesIn(list = ''): string[] {
  return list.split(',').flatMap((part) => {
    const [before = ''] = part.split('=', 1)
    return (before.match(/[\w$]+/g) ?? []).filter((word) => word !== 'as' && word !== 'type')
  })
}

/** For each character, the number of braces open before it. */
function depthsOf(text: string): Uint32Array {
  const depths = new Uint32Array(text.length)
  let depth = 0
  for (let index = 0; index < text.length; index++) {
    if (text[index] === '}') depth = Math.max(0, depth - 1)
    depths[index] = depth
    if (text[index] === '{') depth += 1
  }
  return depths
}
