import { expect, test } from 'vitest'
import { withServer } from './support/engine.ts'
import { httpClient } from './support/mcp/client.ts'
import { useEveryTool } from './support/mcp/every-tool.ts'

test('the official client uses every tool over HTTP', async () => {
  await withServer({}, async ({ url, keys }) => {
    const client = await httpClient({ url, key: keys.ada }, '2026-07-28')
    const { tools } = await client.listTools()
    expect(await useEveryTool(client)).toEqual(expect.arrayContaining(tools.map(({ name }) => name)))
    await client.close()
  })
})
