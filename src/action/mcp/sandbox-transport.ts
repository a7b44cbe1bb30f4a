import { setImmediate as otherTurns } from 'node:timers/promises'
import { type JSONRPCMessage, serializeMessage, type Transport } from '@modelcontextprotocol/client'
import type { Process } from '../../sandbox/process.ts'
import type { SandboxedServer } from './mcp-servers.ts'
import type { OwnSandbox } from './own-sandbox.ts'
import { readMessages } from './read-messages.ts'

/** A server in a sandbox of its own; whatever it writes to its error stream is dropped. */
export async function startInSandbox(own: OwnSandbox, server: SandboxedServer): Promise<Transport> {
  const { sandbox } = own
  for (const [path, text] of Object.entries(server.files))
    await sandbox.files.write(path, new TextEncoder().encode(text))
  const program = await sandbox.start([server.command, ...server.args], { stdin: true, endsWhole: true })
  return transportOf(program, own)
}

function transportOf(program: Process, own: OwnSandbox): Transport {
  let isOver = false
  const end = async () => {
    if (isOver) return
    isOver = true
    await own.destroy()
    transport.onclose?.()
  }
  const take = readMessages((message) => transport.onmessage?.(message))
  const transport: Transport = {
    async start() {
      program.onOutput(async ({ stream, bytes }) => {
        if (stream === 'stderr' || isOver) return
        try {
          take(bytes)
        } catch (error) {
          transport.onerror?.(error as Error)
          await end()
        }
        // A program that never stops writing is held back until others have had their turn.
        await otherTurns()
      })
      void program.exited.then(end)
    },
    send: (message: JSONRPCMessage) => program.write(new TextEncoder().encode(serializeMessage(message))),
    close: end,
  }
  return transport
}
