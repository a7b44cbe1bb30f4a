import { EngineError } from '../contract/errors.ts'
import { type LaidVolumes, type MachineVolumes, nothingLaid } from '../machine/machine-volumes.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { LaidVolumes as Copies, VolumeMounts } from '../session/volume/volume-mounts.ts'

/** Looks for changes cost a walk through the copies; whoever shares files expects them soon. */
const EXCHANGE_MS = 2000

/** Volumes in machines are copies at the path that was asked for; what changes here or there is exchanged while they run. */
export function createMachineVolumes(mounts: VolumeMounts, onTrouble: (error: unknown) => void): MachineVolumes {
  return {
    async lay(sandbox, { userId, volumes }) {
      if (volumes.length === 0) return nothingLaid
      const wanted = volumes.map(({ name, path }) => ({ name, root: path, readOnly: false }))
      const own = (root: string) => giveToUser(sandbox, root)
      return exchanging(await mounts.lay(sandbox, { userId, mounts: wanted, own }), onTrouble)
    },
  }
}

function exchanging(copies: Copies, onTrouble: (error: unknown) => void): LaidVolumes {
  let timer: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  /** One at a time: each goes on from what the one before has seen. */
  const next = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work)
    last = done.catch(() => {})
    return done
  }
  const rest = () => clearTimeout(timer)
  const begin = () => {
    rest()
    timer = setTimeout(async () => {
      const own = timer
      await next(copies.refresh).catch((error) => {
        // A box that ended meanwhile is told elsewhere.
        if (!(error instanceof EngineError)) onTrouble(error)
      })
      if (timer === own) begin()
    }, EXCHANGE_MS)
    timer.unref()
  }
  return {
    begin,
    rest() {
      rest()
      timer = undefined
    },
    async takeBack() {
      const taken = await next(copies.takeBack)
      return taken.flatMap(({ refused }) => refused?.message ?? [])
    },
  }
}

/** The agent is root of a system, and so is what it writes; a volume is for everybody in it. */
async function giveToUser(sandbox: Sandbox, root: string): Promise<void> {
  const giving = await sandbox.start(['/bin/chown', '-Rh', 'user:user', '--', root], { user: 'root', cwd: '/' })
  await giving.exited
}
