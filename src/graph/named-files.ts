import { fileNow } from './file-versions.ts'
import type { Plot } from './plot.ts'

/** Longer programs are looked at up to here. */
const MOST_CODE = 200_000
/** Words that may be paths. A name without a dot or a slash counts only in quotes: most of them are names of variables. */
const PATH = /(["'`]?)((?:\/?[\p{L}\p{N}_@+~-][\p{L}\p{N}_.@+~-]*|\.{1,2}(?=\/))(?:\/[\p{L}\p{N}_.@+~-]+)*)/gu
const WORKSPACE = /^(?:\.\/|\/workspace\/|~\/)/

/** Known files of a place that a program has the names of. Nobody saw whether it reads them. */
export function namedFiles(plot: Plot, { place, code }: { place: string; code: string }): Set<string> {
  const found = new Set<string>()
  if (plot.files.size === 0) return found
  for (const [, quote, word = ''] of code.slice(0, MOST_CODE).matchAll(PATH)) {
    if (!quote && !/[./]/.test(word)) continue
    const file = fileNow(plot, place, word.replace(WORKSPACE, ''))
    if (file !== undefined) found.add(file)
  }
  return found
}
