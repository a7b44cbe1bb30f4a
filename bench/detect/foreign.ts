import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Detect } from '../../src/pipeline/detect/detect.ts'
import type { Share } from './score-answers.ts'

/** Lines of a fragment; 0 is the whole. */
export const LENGTHS = [1, 3, 5, 10, 20, 50, 0]
/** Fragments of one language and length. */
const MOST = 40

export interface LanguageScores {
  byLength: Map<number, Share>
  byLanguage: Map<string, Share>
  all: Share
  /** Fragments that would be run in another language than theirs. */
  wronglyRun: Share
  /** Of all guesses with a confidence from n/10 on, those that are right. */
  calibration: Share[]
  mistakes: Map<string, number>
}

const share = (): Share => ({ right: 0, of: 0 })

function count(into: Share, isRight: boolean): void {
  into.of += 1
  if (isRight) into.right += 1
}

function shareOf<Key>(shares: Map<Key, Share>, key: Key): Share {
  const found = shares.get(key) ?? share()
  shares.set(key, found)
  return found
}

/** Languages of fragments from DIRECTORY/code/LANGUAGE/REPOSITORY/FILE, each in a fence that does not tell it. */
export async function scoreLanguages(detect: Pick<Detect, 'blocksOf'>, directory: string): Promise<LanguageScores> {
  const scores: LanguageScores = {
    byLength: new Map(),
    byLanguage: new Map(),
    all: share(),
    wronglyRun: share(),
    calibration: Array.from({ length: 10 }, share),
    mistakes: new Map(),
  }
  for (const { language, length, code } of fragmentsOf(directory)) {
    const { blocks } = await detect.blocksOf(`\`\`\`\`\`\`\n${code}\`\`\`\`\`\`\n`)
    const block = blocks.find(({ kind }) => kind === 'fence')
    const isRight = block?.language === language
    for (const one of [shareOf(scores.byLength, length), shareOf(scores.byLanguage, language), scores.all])
      count(one, isRight)
    count(scores.calibration[Math.min(9, Math.floor((block?.confidence ?? 0) * 10))] ?? share(), isRight)
    count(scores.wronglyRun, block?.executable === true && !isRight)
    const mistake = `${language} taken for ${block?.language}${block?.executable ? ', run' : ''}`
    if (!isRight) scores.mistakes.set(mistake, (scores.mistakes.get(mistake) ?? 0) + 1)
  }
  return scores
}

interface Fragment {
  language: string
  length: number
  code: string
}

function fragmentsOf(directory: string): Fragment[] {
  const counts = new Map<string, number>()
  const fragments: Fragment[] = []
  const random = createRandom(5)
  for (const file of globSync('code/*/*/**', { cwd: directory, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )) {
    const path = join(file.parentPath, file.name)
    const [language = ''] = path.slice(join(directory, 'code').length + 1).split('/')
    const text = readFileSync(path, 'utf8').replace(/\r\n?/g, '\n')
    for (const length of LENGTHS) {
      const made = counts.get(`${language} ${length}`) ?? 0
      const code = made < MOST ? fragmentOf(text, length, random) : undefined
      // Without any mark, a part of a Markdown file is prose.
      if (code === undefined || (language === 'markdown' && !/[#*`[|>_-]/.test(code))) continue
      counts.set(`${language} ${length}`, made + 1)
      fragments.push({ language, length, code })
    }
  }
  return fragments
}

/** So many lines from anywhere in a text, without their shared indentation; undefined when it has too few. */
function fragmentOf(text: string, length: number, random: () => number): string | undefined {
  const lines = text.replace(/\n+$/, '').split('\n')
  if (length === 0) return `${lines.join('\n')}\n`
  const filled = lines.flatMap((line, at) => (line.trim() === '' ? [] : [at]))
  if (filled.length < length) return undefined
  const first = filled[Math.floor(random() * (filled.length - length + 1))] ?? 0
  const own = lines.slice(first, first + length)
  if ((own.join('').match(/\w/g)?.length ?? 0) < 6) return undefined
  const shared = Math.min(
    ...own.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length),
  )
  const code = own.map((line) => line.slice(shared)).join('\n')
  return `${code.trimEnd()}\n`
}

export interface LineScores {
  texts: number
  precision: Share
  recall: Share
}

/** Lines of code found in DIRECTORY/texts/**.md after their fences are taken away. */
export async function scoreLines(detect: Pick<Detect, 'blocksOf'>, directory: string): Promise<LineScores> {
  const scores: LineScores = { texts: 0, precision: share(), recall: share() }
  for (const file of globSync('texts/**/*.md', { cwd: directory }).toSorted()) {
    const { lines, isCode } = withoutFences(readFileSync(join(directory, file), 'utf8'))
    const { blocks } = await detect.blocksOf(lines.join('\n'))
    scores.texts += 1
    let start = 0
    for (const [at, line] of lines.entries()) {
      const from = start
      const isFound = blocks.some((block) => block.kind !== 'inline' && from >= block.start && from < block.end)
      start += line.length + 1
      if (line.trim() === '' || isCode[at] === undefined) continue
      if (isFound) count(scores.precision, isCode[at] === true)
      if (isCode[at]) count(scores.recall, isFound)
    }
  }
  return scores
}

/** Fences that may hold anything: output, letters, drawings. Their lines are neither code nor prose. */
const UNCLEAR = /^(?:|text|txt|plain|plaintext|output|console|log|none|mermaid|markdown|md|diff)$/i

function withoutFences(text: string): { lines: string[]; isCode: (boolean | undefined)[] } {
  const lines: string[] = []
  const isCode: (boolean | undefined)[] = []
  let open = ''
  let isUnclear = false
  for (const line of text.replace(/\r\n?/g, '\n').split('\n')) {
    // Behind the name may stand anything: `rust,editable`, `js title="a"`, `{.python}`.
    const [, mark = '', name = '', rest = ''] = /^[\s>]*(`{3,}|~{3,})\s*\{?\.?([\w+#-]*)([^`]*)$/.exec(line) ?? []
    const closes = open !== '' && mark.startsWith(open) && name === '' && rest.trim() === ''
    if (mark !== '' && (open === '' || closes)) {
      isUnclear = open === '' && UNCLEAR.test(name)
      open = open === '' ? mark : ''
      continue
    }
    lines.push(line)
    isCode.push(isUnclear ? undefined : open !== '')
  }
  return { lines, isCode }
}

export const hasPart = (directory: string, part: 'code' | 'texts' | 'answers'): boolean =>
  existsSync(join(directory, part))

/** A small linear generator: enough for choices, and the same everywhere. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
