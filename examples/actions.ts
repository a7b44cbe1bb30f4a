/** Everything that an agent does through one call: code, a file, a tool of this program. Elsewhere: `from 'anneal'`. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { createEngine } from '../src/engine.ts'

const home = await mkdtemp(join(tmpdir(), 'anneal-example-'))
const engine = await createEngine({ home, logLevel: 'silent' })
try {
  engine.actions.registerTool({
    name: 'town',
    description: 'The population of a town',
    input: z.object({ name: z.string() }),
    reach: 'none',
    execute: ({ name }) => ({ name, people: name.length * 1000 }),
  })
  const { id: session } = await engine.sessions.create({}, 'local')
  const act = (type: string, input: Record<string, unknown>) => engine.actions.executeAction({ type, input, session })
  const { output } = await act('tool.call', { tool: 'town', arguments: { name: 'Ulm' } })
  await act('file.write', { path: 'town.json', content: (output as { text: string }).text })
  const ran = await act('code.run', {
    code: "import json\njson.load(open('town.json'))['people'] / 2",
    language: 'python',
  })
  console.log(
    ran.outcome,
    (ran.output as { results: { data: Record<string, unknown> }[] }).results[0]?.data['text/plain'],
  )
  for (const { type, outcome } of await engine.actions.list({ userId: 'local', sessionId: session, limit: 10 }))
    console.log(type, outcome)
} finally {
  await engine.close()
  await rm(home, { recursive: true })
}
