import { readFileSync, existsSync } from 'node:fs'
import { createSearchIndex } from '../../src/memory/search/create-index.ts'
import { fieldsOf } from '../../src/memory/search/fields.ts'
import { readWordVectors } from '../../src/memory/search/word-vectors.ts'
const dir='/tmp/patterns/data'
const codes = Object.keys(JSON.parse(readFileSync(`${dir}/code_idx_map.txt`, 'utf8')))
const table = process.argv[2] ? readWordVectors(new Uint8Array(readFileSync(process.argv[2]))) : undefined
const index = createSearchIndex(table)
let t=performance.now()
codes.forEach((code, n) => index.add(n, { ...fieldsOf(code), language: 'python' }))
console.log('index', codes.length/(performance.now()-t)*1000, 'per s', index.bytes()/1e6,'MB')
for (const part of ['dev','test']) {
  const qs = JSON.parse(readFileSync(`${dir}/cosqa-retrieval-${part}-500.json`, 'utf8'))
  let mrr=0,r10=0; t=performance.now()
  for (const q of qs) { const found = index.search({ text: q.doc, limit: 100 }); const at = found.findIndex(f=>f.document===q.retrieval_idx); if(at>=0) mrr+=1/(at+1); if(at>=0&&at<10) r10++ }
  console.log(part, (mrr/500).toFixed(4), (r10/500).toFixed(3), ((performance.now()-t)/500).toFixed(2),'ms/q')
}
