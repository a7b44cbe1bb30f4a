import type { Edge } from '../contract/effect.ts'
import { EngineError } from '../contract/errors.ts'
import type { TerminalEvent, TerminalInput, TerminalSize } from '../contract/terminal.ts'
import type { Owner, Sessions } from './create-sessions.ts'
import { openShell, type Shell } from './open-shell.ts'

export interface TerminalParts {
  sessions: Pick<Sessions, 'owned' | 'change'>
  edge: Pick<Edge, 'recipe'>
  /** Time without keys and output after which a terminal ends; 0 means never. */
  idleMs: number
  onTrouble(error: unknown): void
}

interface Terminal {
  ending: AbortController
  shell?: Shell
}

export type SessionTerminals = ReturnType<typeof createSessionTerminals>

/**
 * Shells with a terminal, one in each session. A terminal uses its session as a run does: others wait for its end, which saves
 * what it changed.
 */
export function createSessionTerminals({ sessions, edge, idleMs, onTrouble }: TerminalParts) {
  const terminals = new Map<string, Terminal>()

  /** Ends the terminal of a session, if it has one. */
  function end(sessionId: string): void {
    const why = new EngineError('SESSION_BUSY', { sessionId, doing: 'its terminal is being ended' })
    terminals.get(sessionId)?.ending.abort(why)
  }

  /** Resolves when the shell is there; a terminal that is open already gives way to it. */
  async function open(
    sessionId: string,
    { userId, signal }: Owner,
    size: TerminalSize,
  ): Promise<AsyncIterable<TerminalEvent>> {
    await sessions.owned(sessionId, userId)
    // Nobody can read beforehand what will be typed: the terminal is asked about as a command that may run anything.
    await edge.recipe('Open a terminal', { session: sessionId }, { userId, sessionId, signal: signal ?? NEVER })
    end(sessionId)
    const terminal: Terminal = { ending: new AbortController() }
    terminals.set(sessionId, terminal)
    const ending = AbortSignal.any([...(signal ? [signal] : []), terminal.ending.signal])
    const begun = Promise.withResolvers<Shell>()
    const saved = sessions
      .change(sessionId, { userId, signal: ending }, async (session) => {
        terminal.shell = await openShell(session, { size, idleMs, signal: ending })
        begun.resolve(terminal.shell)
        return terminal.shell.ended
      })
      .finally(() => {
        if (terminals.get(sessionId) === terminal) terminals.delete(sessionId)
      })
    saved.catch((error) => (terminal.shell ? onTrouble(error) : begun.reject(error)))
    return eventsOf(await begun.promise, saved)
  }

  return {
    open,
    end,
    /** Sends keys to the terminal of a session, and tells it a new size. */
    async send(sessionId: string, userId: string, { text, size }: TerminalInput): Promise<void> {
      await sessions.owned(sessionId, userId)
      const shell = terminals.get(sessionId)?.shell
      if (!shell) throw new EngineError('TERMINAL_NOT_OPEN', { sessionId })
      if (size) await shell.resize(size)
      if (text !== undefined) await shell.write(text)
    },
    endAll(): void {
      for (const sessionId of terminals.keys()) end(sessionId)
    },
  }
}

const NEVER = new AbortController().signal

/** The output, and at the end what became of the changes; a stream that breaks off before was not saved. */
async function* eventsOf({ output }: Shell, saved: Shell['ended']): AsyncGenerator<TerminalEvent> {
  for await (const bytes of output) yield { output: Buffer.from(bytes).toString('base64') }
  yield { ended: await saved }
}
