import { createReadStream, createWriteStream, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fieldsOf } from '../../../src/memory/search/fields.ts'
import { bucketsOf } from '../../../src/memory/search/word-vectors.ts'
import { identifiersIn, questionWords, wordOf } from '../../../src/memory/search/words.ts'

/**
 * Turns pairs of `collect-pairs.py` into numbers for `train-table.py`:
 *
 *     node bench/memory/table/encode-pairs.ts PAIRS.jsonl OUT.bin COSQA_DIRECTORY
 *
 * Words are cut as search cuts them. Functions of CoSQA are left out; its development part goes along, for choosing among trainings.
 */
const [pairsPath = '', outPath = '', cosqaPath = ''] = process.argv.slice(2)
const [WORDS, BUCKETS, MOST_STEMS] = [36_000, 8192, 200]

const stemsOf = (words: string[]) => words.flatMap((word) => wordOf(word).stems)
const letters = (text: string) => text.replace(/\W+/g, '').slice(0, 40).toLowerCase()
const docOf = (code: string) => /("""|''')([\s\S]*?)\1/.exec(code)?.[2] ?? ''

const codes = Object.keys(JSON.parse(readFileSync(`${cosqaPath}/code_idx_map.txt`, 'utf8')))
const leftOut = new Set(codes.map((code) => `${/def\s+(\w+)/.exec(code)?.[1]} ${letters(docOf(code))}`))

const counts = new Map<string, number>()
const texts: string[][][] = []
for await (const line of createInterface(createReadStream(pairsPath))) {
  const { name, doc, code } = JSON.parse(line) as { name: string; doc: string; code: string }
  if (leftOut.has(`${name} ${letters(doc)}`)) continue
  const text = [stemsOf([name]), stemsOf(questionWords(doc)), stemsOf(identifiersIn(code)).slice(0, MOST_STEMS)]
  for (const stem of new Set(text.flat())) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  texts.push(text)
}
const words = [...counts]
  .filter(([word]) => /^[a-z0-9]+$/.test(word))
  .sort((a, b) => b[1] - a[1])
  .slice(0, WORDS)
  .map(([word]) => word)
const place = new Map(words.map((word, index) => [word, index]))
const encode = (stems: string[]) => stems.flatMap((stem) => place.get(stem) ?? [])

const numbers: number[] = []
const put = (ids: number[]) => void numbers.push(ids.length, ...ids)
let pairs = 0
for (const text of texts) {
  const [name = [], doc = [], body = []] = text.map(encode)
  if (doc.length < 2 || body.length < 3) continue
  for (const ids of [name, doc, body]) put(ids)
  pairs++
}
for (const code of codes) {
  const { names, doc, body } = fieldsOf(code)
  put(encode(stemsOf(names)))
  put(encode([...stemsOf(identifiersIn(doc)), ...stemsOf(identifiersIn(body))]))
}
const dev = JSON.parse(readFileSync(`${cosqaPath}/cosqa-retrieval-dev-500.json`, 'utf8')) as {
  doc: string
  retrieval_idx: number
}[]
for (const { doc, retrieval_idx: right } of dev) {
  put(encode(stemsOf(questionWords(doc))))
  numbers.push(right)
}
const spelled = words.map((word) => bucketsOf(word, BUCKETS))
for (const buckets of spelled) put(buckets)
const head = { words, buckets: BUCKETS, pairs, codes: codes.length, questions: dev.length }
const out = createWriteStream(outPath)
out.write(`${JSON.stringify(head)}\n`)
out.end(Buffer.from(Int32Array.from(numbers).buffer))
console.log(`${pairs} pairs, ${words.length} words`)
