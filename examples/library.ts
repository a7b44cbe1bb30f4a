/** The engine inside your own program: no server, no port. In a project that installed Anneal: `from 'anneal'`. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEngine } from '../src/engine.ts'

const home = await mkdtemp(join(tmpdir(), 'anneal-example-'))
const engine = await createEngine({ home, logLevel: 'silent' })

const run = await engine.run({ language: 'python', code: 'for i in range(3): print(i * i)' })
for await (const event of run.events()) {
  if (event.type === 'output.delta') process.stdout.write(event.text)
}

const { outcome, blocks } = await run.result
console.log(outcome, blocks[0]?.attempts[0]?.exitCode)

await engine.close()
await rm(home, { recursive: true })
