// Runs in the sandbox, beside the program under test: does the job that lies there and prints the result as JSON.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findCases } from './find-cases.mjs'
import { runTests } from './run-tests.mjs'

const MOST_PRINTED = 900_000

const job = JSON.parse(readFileSync('job.json', 'utf8'))
const cwd = join(process.cwd(), 'program')
const path = join(cwd, job.program.fileName)
const end = performance.now() + job.budgetMs
const result = await (job.kind === 'find' ? findCases : runTests)({ job, path, cwd, end })
process.stdout.write(inRoom(result))

/** Only so much of the output is read: the counts of reached places are printed last of all. */
function inRoom(answer) {
  const whole = JSON.stringify(answer)
  if (whole.length <= MOST_PRINTED) return whole
  return JSON.stringify({ ...answer, cases: answer.cases.map(({ hits, output, ...rest }) => rest) })
}
