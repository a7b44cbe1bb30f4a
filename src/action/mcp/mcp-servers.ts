import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { EngineError, problemsOf } from '../../contract/errors.ts'
import { sandboxRequest } from '../../contract/sandbox.ts'

const { limits } = sandboxRequest.shape

/** A program that speaks MCP over its standard streams; it runs in a sandbox. */
const sandboxedServer = z.strictObject({
  type: z.literal('stdio').optional(),
  command: z.string().min(1),
  args: z.array(z.string()).default([]),
  env: z.record(z.string(), z.string()).default({}),
  files: z.record(z.string(), z.string()).default({}).describe('Text files in its workspace, by path'),
  network: z.array(z.string()).default([]).describe('Hosts it may reach; none unless they are named'),
  limits,
})

/** A server that speaks MCP over Streamable HTTP. */
const distantServer = z.strictObject({
  type: z.enum(['http', 'streamable-http']).optional(),
  url: z.url({ protocol: /^https?$/ }),
  headers: z.record(z.string(), z.string()).default({}),
})

const file = z.object({
  mcpServers: z.record(
    z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be a name of letters, digits, "_" and "-"'),
    z.union([sandboxedServer, distantServer]),
  ),
})

export type SandboxedServer = z.infer<typeof sandboxedServer>
export type DistantServer = z.infer<typeof distantServer>
export type McpServerEntry = SandboxedServer | DistantServer

/** The servers of a file in the form that MCP clients share; a file that cannot be read stops the start. */
export function readMcpServers(path: string): Record<string, McpServerEntry> {
  if (path === '') return {}
  const refuse = (problems: string[]) =>
    new EngineError('CONFIG_INVALID', {
      problems: problems.map((problem) => `ANNEAL_MCP_SERVERS: ${path}: ${problem}`),
    })
  let value: unknown
  try {
    value = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw refuse([error instanceof SyntaxError ? 'is not JSON' : 'cannot be read'])
  }
  const parsed = file.safeParse(value)
  if (!parsed.success) throw refuse(problemsOf(parsed.error, 'file'))
  return parsed.data.mcpServers
}
