import { distanceOf, likelyNames } from './likely-names.ts'
import type { Proposal, Strategy } from './strategy.ts'

const MISSING = [/^ENOENT: no such file or directory, \w+ '([^']+)'/, /([^\s:'"‘’`]+)['’]?: No such file or directory$/]
const MOST_SLIPS = 2

/** Of a path, only the name is taken for misspelt: another folder is another file. */
export const misspeltFile: Strategy = {
  id: 'any/misspelt-file',
  languages: ['javascript', 'typescript', 'bash'],
  title: 'Corrects the name of a file to one of the request or the session that it is like',
  answers: ['FileNotFound', 'Error'],
  prior: 0.8,
  propose({ code, diagnosis, facts }) {
    const missing = MISSING.map((pattern) => pattern.exec(diagnosis.message)?.[1]).find((path) => path !== undefined)
    if (missing === undefined) return []
    const { folder, name } = parted(missing)
    const beside = (facts.files ?? []).map(parted).filter((file) => file.folder === folder)
    const near = likelyNames(
      name,
      beside.map((file) => file.name),
    )
    return near
      .filter(
        ({ name: meant }) => digitsOf(meant) === digitsOf(name) && distanceOf(name, meant, MOST_SLIPS) <= MOST_SLIPS,
      )
      .flatMap(({ name: meant, sureness }): Proposal[] => {
        const edits = usesOf(code, missing).map((start) => ({
          start,
          end: start + missing.length,
          text: missing.slice(0, -name.length) + meant,
        }))
        return edits.length === 0 ? [] : [{ edits, why: `corrected the file \`${name}\` to \`${meant}\``, sureness }]
      })
  },
}

/** `part1.txt` and `part2.txt` are no slips of each other. */
const digitsOf = (name: string): string => name.replace(/\D/g, '')

function parted(path: string): { folder: string; name: string } {
  const plain = path.replace(/^(?:\.\/|\/workspace\/)+/, '')
  const at = plain.lastIndexOf('/') + 1
  return { folder: plain.slice(0, at), name: plain.slice(at) }
}

/** Places of a path that is no part of a longer word. */
function usesOf(code: string, path: string): number[] {
  const found: number[] = []
  for (let at = code.indexOf(path); at !== -1; at = code.indexOf(path, at + path.length)) {
    const around = (code[at - 1] ?? ' ') + (code[at + path.length] ?? ' ')
    if (!/[\w.-]/.test(around)) found.push(at)
  }
  return found
}
