import type { SandboxTrees } from '../tree.ts'
import { explainRefusal } from './explain-refusal.ts'
import { BadFrame } from './frame.ts'
import { type AgentRequest, type Link, SandboxEnded } from './link.ts'
import { readStream } from './read-stream.ts'
import { decodePieces, encodePieces } from './tree-pieces.ts'

/** Whole trees of the sandbox, walked by the agent inside it. `gone` makes the error for a sandbox that ended. */
export function createAgentTrees(link: Link, gone: (error: SandboxEnded) => Error): SandboxTrees {
  return {
    async *read({ root, since, contents, thorough }) {
      const request = { op: 'read_tree', root, since: since ?? null, contents, thorough: thorough ?? false }
      try {
        yield* decodePieces(readStream(link, request), { contents })
      } catch (error) {
        explainRefusal(endOf(link, error), { gone, request })
      }
    },
    async write(root, pieces) {
      const request = { op: 'write_tree', root }
      try {
        return await writePieces(link, request, encodePieces(pieces))
      } catch (error) {
        return explainRefusal(error, { gone, request })
      }
    },
  }
}

/** Ends a sandbox that sends a bad frame: its sender is no longer the agent. */
function endOf(link: Link, error: unknown): unknown {
  if (!(error instanceof BadFrame)) return error
  link.destroy()
  return new SandboxEnded()
}

async function writePieces(link: Link, request: AgentRequest, source: AsyncIterable<Uint8Array>): Promise<string> {
  const written = Promise.withResolvers<string>()
  written.promise.catch(() => {})
  const { channel } = await link.open(request, {
    event: ({ token }) => written.resolve(String(token)),
    failed: written.reject,
  })
  try {
    for await (const bytes of source) await Promise.race([channel.send(bytes), written.promise])
    channel.end()
    return await written.promise
  } finally {
    channel.close()
  }
}
