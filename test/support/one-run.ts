import { setTimeout as wait } from 'node:timers/promises'
import { createEngine } from '../../src/engine.ts'

/** Runs one program, reads its events only when it has long ended, closes the engine, and then has nothing left to do. */
const engine = await createEngine({ home: process.argv[2] ?? '', reconnectGraceMs: 600_000, logLevel: 'silent' })
const run = await engine.run({ code: 'echo 1', language: 'bash' }, { forReader: true })
const events = run.events()[Symbol.asyncIterator]()
await events.next()
await run.result
await wait(100)
while (!(await events.next()).done);
await engine.close()
process.stdout.write('closed')
