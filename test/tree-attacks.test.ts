import { expect, it } from 'vitest'
import { runCode } from './support/each-route.ts'
import { expectShortTurn, stallOf } from './support/main-thread-watch.ts'
import { oneEngine } from './support/one-engine.ts'

const tools = oneEngine()

const NESTED = `
import os
os.chdir('/volumes/deep')
for _ in range(1000):
    os.mkdir('d')
    os.chdir('d')
open('end', 'w').close()
`
const CROWD = `
import os
for n in range(100): os.mkdir(f'd{n}')
for n in range(10000): open(f'd{n % 100}/file-{n}', 'w').close()
`

async function sessionWith(body: object): Promise<string> {
  const response = await tools().call('/v1/sessions', { body })
  return ((await response.json()) as { id: string }).id
}

it('a session that makes 1,000 nested directories in a volume delays nobody, and learns the left-out ones', async () => {
  await tools().call('/v1/volumes', { body: { name: 'deep' } })
  const session = await sessionWith({ volumes: [{ name: 'deep' }] })
  await runCode(tools(), { language: 'bash', code: 'echo warm', session })
  const again = `import shutil\nshutil.rmtree('/volumes/deep/d', ignore_errors=True)\n${NESTED}`
  expectShortTurn(await stallOf(() => runCode(tools(), { language: 'python', code: again, session })), 50)
  const { files } = (await (await tools().call('/v1/volumes/deep/files?depth=10000')).json()) as { files: unknown[] }
  expect(files).toHaveLength(256)
})

it('10,000 files in a session are saved and listed while others are served', async () => {
  const session = await sessionWith({})
  await runCode(tools(), { language: 'python', code: '1', session })
  const code = `import shutil, os\nfor d in os.listdir('.'): shutil.rmtree(d, ignore_errors=True)\n${CROWD}`
  expectShortTurn(await stallOf(() => runCode(tools(), { language: 'python', code, session })), 50)
  const list = () => tools().call(`/v1/sessions/${session}/files?depth=3`)
  const { files } = (await (await list()).json()) as { files: unknown[] }
  expect(files).toHaveLength(10_100)
  expectShortTurn(await stallOf(async () => (await list()).arrayBuffer()), 50)
})
