/**
 * A thousand cells in one live interpreter of each language, errors, interrupts, deaths and big outputs among them, each
 * checked. node soak/kernels.ts [--cells N]
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { distributionOf } from '../src/bench/distribution.ts'
import { machineFacts } from '../src/bench/machine-facts.ts'
import { openKernelSandbox } from '../src/kernel/kernel-sandbox.fixture.ts'
import { kernelSnippets } from '../src/kernel/kernel-snippets.ts'
import { soakKernel } from './kernel-cells.ts'
import { lookForLeftovers } from './leftovers.ts'

const { values } = parseArgs({ options: { cells: { type: 'string', default: '1000' } } })
const before = lookForLeftovers()
const facts = machineFacts()
const languages = []
for (const snippets of kernelSnippets) {
  const { contexts, destroy } = await openKernelSandbox()
  const startedAt = performance.now()
  const { timesMs, ...outcome } = await soakKernel({ contexts, snippets, cells: Number(values.cells) })
  await destroy()
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  const byDeed = Object.fromEntries(Object.entries(timesMs).map(([deed, times]) => [deed, distributionOf(times)]))
  languages.push({ ...outcome, seconds, byDeed })
  console.log(`${snippets.language}: ${outcome.cells} cells in ${seconds} s, ${outcome.failures.length} failures`)
}
const after = lookForLeftovers()
mkdirSync('soak/results', { recursive: true })
const report = { soak: 'kernels', facts, languages, leftovers: { before, after } }
writeFileSync('soak/results/kernels.json', `${JSON.stringify(report, null, 2)}\n`)
const isClean = after.processes.every((pid) => before.processes.includes(pid))
process.exit(languages.every(({ failures }) => failures.length === 0) && isClean ? 0 : 1)
