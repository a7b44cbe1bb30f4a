/** Sessions and checkpoints through the typed client. Start a server first; then: ANNEAL_API_KEY=… node examples/sessions.ts */
import { createClient } from '../src/sdk/sdk.ts'

const client = createClient({
  baseUrl: process.env.ANNEAL_SERVER ?? 'http://127.0.0.1:4400',
  apiKey: process.env.ANNEAL_API_KEY ?? '',
})
const { id: session } = await client.sessions.create({ conversation: 'sales' })
const content = new TextEncoder().encode('city,sold\nOslo,3\nRome,5\n')
await client.sessions.files.save(session, { path: 'sales.csv', content })

async function cell(code: string) {
  const { outcome, blocks } = await client.run({ code, language: 'python', session, options: { attempts: 1 } })
  const last = blocks[0]?.attempts.at(-1)
  return { outcome, value: last?.results.at(-1)?.data['text/plain'], state: last?.state }
}

await cell('import csv\nsold = {row["city"]: int(row["sold"]) for row in csv.DictReader(open("sales.csv"))}')
console.log('sold', (await cell('sum(sold.values())')).value)

const failed = await cell('sold["Oslo"] = 0\nsold["Bergen"] / 2')
console.log(failed.outcome, failed.state?.kept ? 'and kept' : 'and undone:', (await cell('sold')).value)

const before = await client.checkpoints.create(session, { label: 'before the sale' })
await cell('sold.clear()')
const after = await client.checkpoints.create(session)
const { variables } = await client.checkpoints.diff({ from: before.id, to: after.id })
console.log(variables.map(({ name, from, to }) => `${name}: ${from} → ${to}`).join('\n'))

await client.checkpoints.restore(before.id)
const { value } = await client.sessions.variables.get(session, { name: 'sold', language: 'python' })
console.log('back', value)

const branch = await client.checkpoints.branch(after.id)
console.log('branch', (await client.sessions.variables.get(branch.id, { name: 'sold', language: 'python' })).value)
for (const id of [session, branch.id]) await client.sessions.remove(id)
for (const { id } of [before, after]) await client.checkpoints.remove(id)
