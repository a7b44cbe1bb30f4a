import type { Names } from './names.ts'

const STRINGS = /`(?:[^`\\]|\\[\s\S])*`|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\/\/[^\n]*|\/\*[\s\S]*?\*\//g
const WORD = /(?<![\w$.])[A-Za-z_$][\w$]*(?!\s*:(?!:))/g
const DECLARED =
  /\b(?:const|let|var)\s+(?:\{([^}]{0,500})\}|\[([^\]]{0,500})\]|([\w$]+))|\b(?:function\s*\*?|class|interface|type|enum|namespace)\s+([\w$]+)/g
const IMPORTED = /\bimport\s+(?:type\s+)?([^'";]{1,500}?)\s+from\b/g
const PARAMETERS = /\(([^()]{0,500})\)\s*(?::[^={;]{1,100})?(?:=>|\{)|\b([\w$]+)\s*=>|\bcatch\s*\(([\w$]+)/g

/** Names at the outermost level are given; all that is declared anywhere is the piece's own. */
export function javascriptNames(code: string): Names {
  const text = withoutStrings(code)
  const own = new Set<string>()
  const add = (names = '') => {
    for (const part of names.split(',')) {
      const name = /(?:\bas\s+|:\s*)?([\w$]+)\s*(?:=|$|:)/.exec(
        part
          .replace(/^.*\bas\b/, '')
          .replace(/^[^=:]*:(?=\s*[\w$]+\s*$)/, '')
          .trim(),
      )?.[1]
      if (name !== undefined) own.add(name)
    }
  }
  const gives = new Set<string>()
  const depths = depthsOf(text)
  for (const found of text.matchAll(DECLARED)) {
    const before = own.size
    const known = [...own]
    for (const names of found.slice(1)) if (names !== undefined) add(names)
    if (depths[found.index] === 0)
      for (const name of own.size > before ? own : []) if (!known.includes(name)) gives.add(name)
  }
  for (const [, names = ''] of text.matchAll(IMPORTED)) {
    const before = new Set(own)
    add(names.replace(/[{}]/g, ' ').replace(/\*\s+as\s+/g, ''))
    for (const name of own) if (!before.has(name)) gives.add(name)
  }
  for (const [, list, single, caught] of text.matchAll(PARAMETERS))
    add((list ?? single ?? caught ?? '').replace(/[{}[\]]|\.\.\./g, ' ').replace(/:[^,=]*/g, ''))
  const needs = new Set([...(text.match(WORD) ?? [])].filter((name) => !own.has(name)))
  const changed = [...text.matchAll(/^([A-Za-z_$][\w$]*)\s*(?:[.[]|[-+*/%]?=(?!=))/gm)].map(([, name = '']) => name)
  return { gives, needs, changes: new Set(changed.filter((name) => !own.has(name))) }
}

const withoutStrings = (code: string): string =>
  code.replace(STRINGS, (text) =>
    text.startsWith('`')
      ? [...text.matchAll(/\$\{([^{}]{1,200})\}/g)].map(([, part]) => `(${part})`).join(' ') || '""'
      : text.startsWith('/')
        ? ' '
        : '""',
  )

/** For each character how many braces are open before it. */
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
