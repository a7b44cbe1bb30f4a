import { likelihoods } from '../../src/pipeline/detect/guess/model/language-model.ts'
import { createRandom, fragmentOf, LENGTHS, labelOf, readSamples } from './fragments.ts'
const random = createRandom(5)
const split = process.argv[2] ?? 'dev'
const by = new Map<string, any[]>()
const cap = new Map<string, number>()
const conf = new Map<string, number>()
let sure = 0, sureWrong = 0
const bins = Array.from({length: 10}, () => [0,0])
const samples = readSamples(`${process.argv[3]}/${split}.jsonl`)
let time = 0, n = 0
for (const length of LENGTHS) for (const s of samples) {
  const key = `${length} ${s.label}`
  if ((cap.get(key) ?? 0) >= 40) continue
  const text = fragmentOf(s.text, length, random)
  if (!text) continue
  cap.set(key, (cap.get(key) ?? 0) + 1)
  const truth = labelOf(s.label, text)
  const t = performance.now()
  const [best] = likelihoods(text)
  time += performance.now() - t; n++
  const ok = best!.language === truth
  for (const k of [`len ${length}`, `kind ${s.kind}`, `lang ${truth}`, 'all']) { const e = by.get(k) ?? [0,0]; e[0] += ok ? 1 : 0; e[1]++; by.set(k, e) }
  if (!ok) conf.set(`${truth}>${best!.language}`, (conf.get(`${truth}>${best!.language}`) ?? 0) + 1)
  const b = bins[Math.min(9, Math.floor(best!.likelihood * 10))]!; b[0]! += ok ? 1 : 0; b[1]!++
  if (best!.likelihood > 0.7) { sure++; if (!ok) sureWrong++ }
}
for (const [k, [r, o]] of [...by].sort()) console.log(k.padEnd(22), (100*r/o).toFixed(1), o)
console.log('bins', bins.map(([r,o],i)=>`${i}: ${(100*r/o).toFixed(0)} (${o})`).join('  '))
console.log('sure', sure, 'wrong', (100*sureWrong/sure).toFixed(2), 'ms', time / n)
console.log([...conf].sort((a,b)=>b[1]-a[1]).slice(0,40).map(([k,v])=>`${k} ${v}`).join(', '))
