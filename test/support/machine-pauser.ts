import { flushCompileCache } from 'node:module'
import { createEngine } from '../../src/engine.ts'
import { configOf } from './engine.ts'
import { MACHINE_REQUEST, runInMachine } from './machine-samples.ts'

/** Makes machines, writes their ids into them and pauses them, and reports each, until it is killed. */
// The cache is flushed now: this process is killed and never reaches its end.
flushCompileCache()
const [, , home = ''] = process.argv
const { machines } = await createEngine(configOf(home))

for (let keepsMemory = true; ; keepsMemory = !keepsMemory) {
  const { id } = await machines.create(MACHINE_REQUEST, 'ada')
  await runInMachine(machines, id, `echo ${id} > ~/own`)
  await machines.pause(id, { userId: 'ada', keepsMemory })
  process.stdout.write(`${id}\n`)
}
