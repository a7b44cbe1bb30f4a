// Runs in the sandbox as the program of a trial: reads the plan, writes what the search found as one line behind a mark.
import { readFileSync, writeSync } from 'node:fs'
import { search } from './search.mjs'

const plan = JSON.parse(readFileSync(new URL('./plan.json', import.meta.url), 'utf8'))
const report = JSON.stringify(await search(plan))
let rest = Buffer.from(`\nANNEAL-SEARCH ${report}\n`)
while (rest.length > 0) rest = rest.subarray(writeSync(1, rest))
process.exit(0)
