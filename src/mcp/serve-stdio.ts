import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Client } from '../sdk/sdk.ts'
import { createMcpServer } from './create-mcp-server.ts'

/** Serves one client over the standard streams of this process until it leaves. Only the protocol is written to standard output. */
export async function serveOnStdio({
  client,
  stopped,
}: {
  client: Client
  /** Resolves when the process is told to stop. */
  stopped: Promise<unknown>
}): Promise<void> {
  const [policy, { version }] = await Promise.all([client.policy(), client.health()])
  const left = new Promise<void>((resolve) => process.stdin.once('close', resolve).once('end', resolve))
  const serving = serveStdio((context) => createMcpServer({ client, policy, version }, context))
  await Promise.race([left, stopped])
  await serving.close()
}
