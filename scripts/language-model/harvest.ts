// Collects labelled code from public repositories: `node scripts/language-model/harvest.ts REPOSITORIES OUT`.
// REPOSITORIES holds their git directories as owner+name/repo. OUT gets train.jsonl for extract.ts, and dev/, test/ and fresh/ with code of
// other repositories for `npm run bench:detect -- --foreign OUT/dev`. Nothing of it is ever committed. Only repositories under permissive
// licences, as their own files name them, are trained on; `--licences` writes those names into sources.json.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nameInInfo } from '../../src/pipeline/detect/read/read-info.ts'
import { scanBlocks } from '../../src/pipeline/detect/read/scan-blocks.ts'
import { isShared, labelOfFile, labelOfName, labelOfText } from './labels.ts'
import { isCopyleftFile, isPermissive, licenceOf } from './licence-of.ts'

interface Sample {
  repo: string
  label: string
  kind: 'file' | 'fence'
  text: string
}

/** Most files of one language from one repository: many authors teach more than much of one. */
const MOST_FILES = { train: 150, dev: 15, test: 15, fresh: 15 }
const MOST_FENCES = { train: 400, dev: 60, test: 60, fresh: 60 }
const MOST_BYTES = 60_000
/** So much of a text is trained on; fragments come from anywhere in it. */
const MOST_TEXT = 11_000

const [from = '', to = ''] = process.argv.slice(2)
type Split = 'train' | 'dev' | 'test' | 'fresh'
const SPLITS: Split[] = ['train', 'dev', 'test', 'fresh']
const list = new URL('sources.json', import.meta.url)
const sources: Record<Split, Record<string, string>> = JSON.parse(readFileSync(list, 'utf8'))
if (process.argv.includes('--licences')) writeLicences()
mkdirSync(to, { recursive: true })
const seen = new Set<string>()
for (const split of SPLITS) {
  const samples = Object.keys(sources[split]).flatMap((repo) => samplesOf(repo, split))
  if (split === 'train')
    writeFileSync(
      join(to, 'train.jsonl'),
      samples.map((sample) => `${JSON.stringify({ ...sample, text: shortened(sample.text) })}\n`).join(''),
    )
  else for (const [index, sample] of samples.entries()) writeForeign(sample, join(to, split), index)
  console.log(split, samples.length)
}

function shortened(text: string): string {
  return text.length <= MOST_TEXT ? text : text.slice(0, text.lastIndexOf('\n', MOST_TEXT) + 1 || MOST_TEXT)
}

function writeForeign({ label, repo, text }: Sample, directory: string, index: number): void {
  const folder = join(directory, 'code', label, repo.replace('/', '+'))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, String(index)), text)
}

function directoryOf(repo: string): string | undefined {
  const directory = join(from, repo.replace('/', '+'), 'repo')
  return existsSync(directory) ? directory : undefined
}

function writeLicences(): void {
  for (const split of SPLITS)
    for (const repo of Object.keys(sources[split])) {
      const directory = directoryOf(repo)
      if (directory !== undefined) sources[split][repo] = licenceOf(directory)
    }
  writeFileSync(list, `${JSON.stringify(sources, null, 2)}\n`)
}

function samplesOf(repo: string, split: Split): Sample[] {
  const directory = directoryOf(repo)
  if (directory === undefined) {
    console.log('absent', repo)
    return []
  }
  if (split === 'train' && !isPermissive(licenceOf(directory))) throw new Error(`${repo} may not be trained on`)
  const chosen = filesOf(directory, MOST_FILES[split])
  const texts = contentsOf(
    directory,
    chosen.map(({ hash }) => hash),
  )
  const samples: Sample[] = []
  const fences = new Map<string, number>()
  for (const [index, { path, label: told }] of chosen.entries()) {
    const text = texts[index] ?? ''
    if (split === 'train' && isCopyleftFile(text)) continue
    const label = told ?? labelOfText(path, text)
    if (/[\0\x1b]|�/.test(text.slice(0, 2000)) || text.split('\n').some((line) => line.length > 2000)) continue
    if (label !== undefined) add(samples, { repo, label, kind: 'file', text: withoutLicence(text) })
    if (!/\.(?:md|mdx|markdown|qmd)$/.test(path)) continue
    scanBlocks(text, ({ kind, info, lines }) => {
      const tag = kind === 'fence' ? labelOfName(nameInInfo(info)) : undefined
      if (tag === undefined || lines.join('').trim() === '') return
      const count = fences.get(tag) ?? 0
      fences.set(tag, count + 1)
      const own = lines.map((line) => (tag === 'bash' ? line.replace(/^\$ /, '') : line))
      if (count < MOST_FENCES[split]) add(samples, { repo, label: tag, kind: 'fence', text: `${own.join('\n')}\n` })
    })
  }
  return samples
}

function add(samples: Sample[], sample: Sample): void {
  const key = createHash('sha1').update(sample.text.replace(/\s+/g, '')).digest('base64')
  if (seen.has(key) || sample.text.trim().length < 3) return
  seen.add(key)
  samples.push(sample)
}

/** Files in an order that does not depend on their names. */
function filesOf(directory: string, most: number): { path: string; hash: string; label: string | undefined }[] {
  const listing = execFileSync('git', ['-C', directory, 'ls-tree', '-r', '-l', 'HEAD'], { maxBuffer: 1 << 30 })
  const counts = new Map<string, number>()
  return listing
    .toString()
    .split('\n')
    .map((line) => /^\S+ blob (\S+)\s+(\d+)\t(.*)$/.exec(line))
    .filter((found) => found !== null && Number(found[2]) < MOST_BYTES && Number(found[2]) > 10)
    .map((found) => ({ hash: found?.[1] ?? '', path: found?.[3] ?? '' }))
    .filter(
      ({ path }) => !/node_modules\/|\.min\.|(?:^|\/)(?:vendor|third[_-]?party|deps|package-lock\.json)/.test(path),
    )
    .toSorted((a, b) => (a.hash < b.hash ? -1 : 1))
    .flatMap((file): { path: string; hash: string; label: string | undefined }[] => {
      const isMarkdown = /\.(?:md|mdx|markdown|qmd)$/.test(file.path)
      const label = labelOfFile(file.path)
      const count = counts.get(label ?? '') ?? 0
      if (label !== undefined) counts.set(label, count + 1)
      if (label !== undefined && count < most) return [{ ...file, label }]
      return isShared(file.path) || (isMarkdown && count < 20 * most) ? [{ ...file, label: undefined }] : []
    })
}

function contentsOf(directory: string, hashes: string[]): string[] {
  const out = execFileSync('git', ['-C', directory, 'cat-file', '--batch'], {
    input: hashes.join('\n'),
    maxBuffer: 2 ** 30,
  })
  const texts: string[] = []
  for (let at = 0; at < out.length; ) {
    const lineEnd = out.indexOf(10, at)
    const [, kind, size] = out.subarray(at, lineEnd).toString().split(' ')
    const length = kind === 'blob' ? Number(size) : -1
    texts.push(length < 0 ? '' : out.subarray(lineEnd + 1, lineEnd + 1 + length).toString())
    at = length < 0 ? lineEnd + 1 : lineEnd + 2 + length
  }
  return texts
}

/** The comment at the head of a file says more about its owner than about its language. */
function withoutLicence(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/^\s*(?:\/\*[\s\S]{0,3000}?\*\/|(?:(?:#(?!!)|\/\/|--|;+|%)[^\n]*\n){3,})\s*(?=[\s\S])/, (head) =>
      /licen[cs]e|copyright/i.test(head) ? '' : head,
    )
}
