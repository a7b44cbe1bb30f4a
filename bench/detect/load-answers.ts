import { globSync, readFileSync } from 'node:fs'

export interface ExpectedBlock {
  language: string
  isRun: boolean
  code: string
}

export interface LabelledAnswer {
  id: string
  text: string
  blocks: ExpectedBlock[]
}

/**
 * Loads every answer of a folder. `## name` begins one; each of its lines stands behind a gutter of two characters: `. ` for
 * prose, a letter for the block it is code of. Lines with `>` hold the labels: letter, language, `run` or `no`, then `cut N`
 * when so many characters stand before the code, and `= a b` for blocks joined or `= ~line⏎line` for other code.
 */
export function loadAnswers(folder: URL): LabelledAnswer[] {
  return globSync('*.txt', { cwd: folder })
    .toSorted()
    .flatMap((file) => {
      const sections = readFileSync(new URL(file, folder), 'utf8').split(/^## /m).slice(1)
      return sections.map((section) => readAnswer(file.replace('.txt', ''), section))
    })
}

function readAnswer(group: string, section: string): LabelledAnswer {
  const [head = '', ...lines] = section.trimEnd().split('\n')
  const [name, ending] = head.split(' ')
  const own = lines.filter((line) => !line.startsWith('>') && line !== '')
  const text = `${own.map((line) => line.slice(2)).join(ending === 'crlf' ? '\r\n' : '\n')}${name === 'unclosed' ? '' : '\n'}`
  const cuts = new Map<string, number>()
  const labels = lines.filter((line) => /^> \S/.test(line)).map((line) => line.slice(2))
  for (const label of labels) cuts.set(label[0] ?? '', Number(/ cut (\d+)/.exec(label)?.[1] ?? 0))
  const codeOf = (letter: string): string => {
    const code = own.filter((line) => line[0] === letter).map((line) => `${line.slice(2 + (cuts.get(letter) ?? 0))}\n`)
    return name === 'unclosed' ? code.join('').slice(0, -1) : code.join('')
  }
  return { id: `${group}/${name}`, text, blocks: labels.map((label) => blockOf(label, codeOf)) }
}

function blockOf(label: string, codeOf: (letter: string) => string): ExpectedBlock {
  const [letter = '', language = '', run] = label.split(' ')
  const other = / = (.*)$/.exec(label)?.[1]
  const code = other?.startsWith('~')
    ? `${other.slice(1).replaceAll('⏎', '\n')}\n`
    : (other?.split(' ') ?? [letter]).map(codeOf).join('')
  return { language, isRun: run === 'run', code }
}
