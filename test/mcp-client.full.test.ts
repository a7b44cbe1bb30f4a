import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stdioClient } from './support/mcp/client.ts'
import { useEveryTool } from './support/mcp/every-tool.ts'

test('the official client uses every tool over standard streams, with the older protocol', async () => {
  const home = await mkdtemp(join(tmpdir(), 'anneal-mcp-'))
  try {
    const { client } = await stdioClient({ ANNEAL_HOME: home }, '2025-11-25')
    const { tools } = await client.listTools()
    expect(await useEveryTool(client)).toEqual(expect.arrayContaining(tools.map(({ name }) => name)))
    await client.close()
  } finally {
    await rm(home, { recursive: true, force: true })
  }
})
