import type { Names } from './names.ts'

const HIDDEN = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|(?:#(?!\{)|--)[^\n]*/g
const MADE =
  /^(?:local\s+)?([A-Za-z_][\w.]*)\s*(?:<-|=(?!=))|^(?:local\s+)?(?:def|class|module|function)\s+([A-Za-z_]\w*)/gm

/** Ruby, R and Lua: names at the start of a line that get a value, and functions and classes. */
export function scriptNames(code: string): Names {
  const text = code.replace(
    HIDDEN,
    (hidden) => [...hidden.matchAll(/#\{([^{}]{1,200})\}/g)].map(([, part]) => ` ${part} `).join('') || ' ',
  )
  const gives = new Set([...text.matchAll(MADE)].map(([, variable, thing]) => variable ?? thing ?? ''))
  const words = text.match(/(?<![\w.$@:])[A-Za-z_][\w.]*/g) ?? []
  const names = words.flatMap((word) => [word, word.split('.')[0] ?? ''])
  const changed = [...text.matchAll(/^([A-Za-z_]\w*)(?:[.[$]|\s*<<)/gm)].map(([, name = '']) => name)
  return {
    gives,
    needs: new Set(names.filter((name) => !gives.has(name))),
    changes: new Set(changed.filter((name) => !gives.has(name))),
  }
}
