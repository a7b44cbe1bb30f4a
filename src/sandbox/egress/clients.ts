import type { Duplex } from 'node:stream'
import type { EgressLimits } from './limits.ts'

interface Client {
  /** Unfinished requests, the current one included. */
  waiting: number
  turn: Promise<void>
  patience: NodeJS.Timeout
}

/** The open connections of a sandbox: a bounded number, one request at a time on each, none silent for long. */
export function createClients({ connections, pipelined, headTimeoutMs }: EgressLimits) {
  const clients = new Map<Duplex, Client>()
  // The timers of the HTTP server need a listening socket, which a sandbox's connections do not come from.
  const lookOut = (connection: Duplex) => setTimeout(() => connection.destroy(), headTimeoutMs)

  return {
    /** False when the sandbox has too many connections already. */
    add(connection: Duplex): boolean {
      if (clients.size >= connections) return false
      const client = { waiting: 0, turn: Promise.resolve(), patience: lookOut(connection) }
      clients.set(connection, client)
      connection.once('close', () => {
        clients.delete(connection)
        clearTimeout(client.patience)
      })
      return true
    },

    isBusy: (connection: Duplex): boolean => (clients.get(connection)?.waiting ?? 0) > 0,

    /** Does the work after all earlier requests; false when too many wait already. */
    inTurn(connection: Duplex, work: () => Promise<void>): boolean {
      const client = clients.get(connection)
      if (client === undefined || client.waiting > pipelined) return false
      clearTimeout(client.patience)
      client.waiting++
      client.turn = client.turn
        .then(work)
        .finally(() => {
          client.waiting--
          if (client.waiting === 0 && clients.has(connection)) client.patience = lookOut(connection)
        })
        .catch((bug: Error) => {
          // A failure that a sandbox or the network can cause must not end the server; nothing passes, and the bug is reported.
          connection.destroy()
          process.emitWarning(bug)
        })
      return true
    },

    closeAll() {
      for (const connection of clients.keys()) connection.destroy()
    },
  }
}
