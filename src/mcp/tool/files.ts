import { z } from 'zod'
import { mcpTool, valueAnswer } from '../mcp-tool.ts'
import { contentOf } from '../resource-content.ts'
import { sessionFileUri } from '../resource-uri.ts'
import { needed } from './needed.ts'

/** Larger files are read as resources, or by HTTP. */
const MOST_BYTES = 1_000_000

export const files = mcpTool({
  name: 'files',
  title: 'Files of a session',
  description: () => 'List, read, write or remove files in the workspace of a session. Reading gives text, or base64.',
  input: z.strictObject({
    do: z.enum(['list', 'read', 'write', 'remove']),
    session: z.string(),
    path: z.string().optional().describe('Relative to the workspace'),
    content: z.string().optional().describe('For write'),
    base64: z.boolean().optional().describe('Whether content is base64'),
  }),
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
  async call({ do: act, session, path, content, base64 }, { client, signal }) {
    const { files: tree } = client.sessions
    const place = () => needed(path, 'path')
    if (act === 'list')
      return valueAnswer(await tree.list(session, { depth: 5, ...(path !== undefined && { path }) }, { signal }))
    if (act === 'write') {
      const bytes = new Uint8Array(Buffer.from(needed(content, 'content'), base64 ? 'base64' : 'utf8'))
      return valueAnswer(await tree.save(session, { path: place(), content: bytes }, { signal }))
    }
    if (act === 'remove') return valueAnswer(await tree.remove(session, place(), { signal }))
    const found = await contentOf(await tree.open(session, place(), { signal }), MOST_BYTES)
    const uri = sessionFileUri(session, place())
    return { content: [{ type: 'resource', resource: { uri, ...found } }] }
  },
})
