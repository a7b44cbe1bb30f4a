/** Bash of strangers: solutions of Exercism's exercises, with the calls of their tests as checks, and scripts that need no argument. */
import type { Mirror } from '../../guard/collect/mirror.ts'
import type { ForeignCase } from '../foreign-cases.ts'
import type { Collector } from './collector.ts'

const PRACTICE = 'exercises/practice'
const MOST_CHECKS = 10

/** Programs for `bench/repair/plant.ts`. */
export const workingBash: Collector = async ({ mirror }) => [
  { set: 'bash-working', cases: [...solutions(mirror('exercism/bash')), ...scripts(mirror('djeada/Bash-Scripts'))] },
]

/** Scripts that need no argument show their own right output; `bench/repair/plant.ts` leaves out those that do not run. */
const scripts = ({ paths, text }: Mirror): ForeignCase[] =>
  paths('src')
    .filter((path) => path.endsWith('.sh'))
    .map((path) => ({ task: `script ${path}`, language: 'bash', kind: 'scripts', code: text(path), gold: text(path) }))

function solutions({ paths, text }: Mirror): ForeignCase[] {
  const all = paths(PRACTICE)
  return all
    .filter((path) => path.endsWith('.bats'))
    .flatMap((path): ForeignCase[] => {
      const folder = path.slice(0, path.lastIndexOf('/'))
      if (!all.includes(`${folder}/.meta/example.sh`)) return []
      const checks = callsIn(text(path)).slice(0, MOST_CHECKS)
      const task = `exercism bash ${folder.slice(PRACTICE.length + 1)}`
      const code = text(`${folder}/.meta/example.sh`)
      return checks.slice(0, 1).map(({ args }) => ({ task, language: 'bash', kind: 'exercism', code, args, checks }))
    })
}

type Check = NonNullable<ForeignCase['checks']>[number]

/** Tests that call the program once, with plain words, and that succeed. */
function callsIn(bats: string): Check[] {
  return bats.split(/^@test /m).flatMap((test): Check[] => {
    const call = /^ *run bash \w+\.sh(?: +(.*))?$/m.exec(test)
    const told = /^ *assert_output (?!-)(.*)$/m.exec(test)
    const isPlain = /^ *assert_success$/m.test(test) && test.match(/^ *(?:run|assert_output)\b/gm)?.length === 2
    if (!call || !told || !isPlain) return []
    const args = wordsOf(call[1] ?? '')
    const output = wordsOf(told[1] ?? '')
    return args && output?.length === 1 ? [{ args, stdout: output[0] ?? '' }] : []
  })
}

const WORD = /\$?'((?:[^'\\]|\\.)*)'|\$?"([^"$`\\]*)"|([\w./,:+=-]+)/y

/** The words of a command without expansions; undefined for any other. */
function wordsOf(text: string): string[] | undefined {
  const words: string[] = []
  WORD.lastIndex = 0
  for (let at = 0; at < text.length; at = WORD.lastIndex) {
    const found = WORD.exec(text)
    if (!found) return undefined
    words.push(found[1]?.replaceAll('\\n', '\n').replaceAll("\\'", "'") ?? found[2] ?? found[3] ?? '')
    while (text[WORD.lastIndex] === ' ') WORD.lastIndex++
  }
  return words
}
