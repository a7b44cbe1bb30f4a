import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Sandbox } from 'e2b'

export type Connection = Record<'apiUrl' | 'sandboxUrl' | 'apiKey', string> & { requestTimeoutMs: number }

export interface MachineLife {
  ended: 'whole' | 'broken' | 'lost' | 'mixed up'
}

/** Lifetime of a forgotten machine. */
const FORGOTTEN_MS = 15_000
const AFTER_FAILURE_MS = 200
/** Out of ten lives, so many are paused, copied, forgotten. */
const OFTEN = 5
const SOMETIMES = 2

class Wrong extends Error {
  readonly how: 'lost' | 'mixed up'

  constructor(how: 'lost' | 'mixed up') {
    super(how)
    this.how = how
  }
}

/** One machine from its making to its end; despite all kills its answers must be its own. */
export async function liveOnce(connection: Connection): Promise<MachineLife> {
  try {
    await live(connection)
    return { ended: 'whole' }
  } catch (error) {
    if (error instanceof Wrong) return { ended: error.how }
    // A call into a killed server or sandbox may fail in any way: only wrong answers are wrong.
    await sleep(AFTER_FAILURE_MS)
    return { ended: 'broken' }
  }
}

async function live(connection: Connection): Promise<void> {
  const mark = randomUUID()
  const machine = await Sandbox.create('base', { ...connection, timeoutMs: FORGOTTEN_MS, metadata: { mark } })
  await machine.files.write('mark', mark)
  await assertIts(machine, mark, 'mixed up')
  if (randomInt(10) < OFTEN) {
    await machine.pause({ keepMemory: randomInt(2) === 0 })
    const woken = await Sandbox.connect(machine.sandboxId, { ...connection, timeoutMs: FORGOTTEN_MS })
    await assertIts(woken, mark, 'lost')
  }
  if (randomInt(10) < SOMETIMES) {
    const { snapshotId } = await machine.createSnapshot()
    const copy = await Sandbox.create(snapshotId, { ...connection, timeoutMs: FORGOTTEN_MS })
    await assertIts(copy, mark, 'lost')
    await copy.kill()
    await Sandbox.deleteSnapshot(snapshotId, connection)
  }
  if (randomInt(10) >= SOMETIMES) await machine.kill()
}

async function assertIts(machine: Sandbox, mark: string, how: 'lost' | 'mixed up'): Promise<void> {
  // The shell itself looks for the file: a `cat` that is killed fails, and tells nothing about the file.
  const { stdout } = await machine.commands.run('if test -e mark; then cat mark; else echo nothing; fi')
  if (stdout.trim() !== mark) throw new Wrong(how)
}
