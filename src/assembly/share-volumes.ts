import { posix } from 'node:path'
import { EngineError } from '../contract/errors.ts'
import type { LaidVolumes, MachineVolumes } from '../machine/machine-volumes.ts'
import type { VolumeMounts } from '../session/volume/volume-mounts.ts'
import type { VolumeOf } from '../session/volume/volumes.ts'

export interface SharedVolumes extends MachineVolumes {
  /**
   * Brings together what machines and others have changed in a volume: before somebody outside looks at it, and after they
   * changed it.
   */
  settle(volume: VolumeOf): Promise<void>
}

export interface ShareParts {
  mounts: VolumeMounts
  onTrouble(error: unknown): void
  /** How long a change may be on its way when nobody asks. */
  everyMs?: number
}

interface Share {
  isOf(volume: VolumeOf): boolean
  exchange(): Promise<void>
}

/** Volumes in machines: copies that are held together, since nothing outside can be mounted in a box without rights over the host. */
export function createSharedVolumes({ mounts, onTrouble, everyMs = 1000 }: ShareParts): SharedVolumes {
  const shares = new Set<Share>()
  return {
    async lay(sandbox, { userId, volumes }): Promise<LaidVolumes> {
      if (volumes.length === 0) return { share() {}, takeBack: async () => {} }
      const wanted = placesOf(volumes).map((place) => ({ ...place, readOnly: false }))
      const laid = await mounts.lay(sandbox, { userId, mounts: wanted })
      const inTurn = createTurn()
      const exchange = () => inTurn(() => laid.refresh())
      const share: Share = {
        isOf: (volume) => volume.userId === userId && volumes.some(({ name }) => name === volume.name),
        exchange,
      }
      let timer: NodeJS.Timeout | undefined
      const later = () => {
        timer = setTimeout(
          () =>
            void exchange()
              .catch(onTrouble)
              .finally(() => shares.has(share) && later()),
          everyMs,
        )
        timer.unref()
      }
      const stop = () => {
        shares.delete(share)
        clearTimeout(timer)
      }
      return {
        share() {
          stop()
          shares.add(share)
          later()
        },
        async takeBack() {
          stop()
          const taken = await inTurn(() => laid.takeBack())
          for (const { refused } of taken) if (refused) onTrouble(refused)
        },
      }
    },
    async settle(volume) {
      const concerned = [...shares].filter((share) => share.isOf(volume))
      // What one of them changed is there for the others only when all were asked.
      for (const { exchange } of [...concerned, ...concerned.slice(0, -1)]) await exchange().catch(onTrouble)
    },
  }
}

/** One after the other, whatever became of the one before. */
function createTurn() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work)
    last = next.catch(() => {})
    return next
  }
}

/** What a system cannot live without, or what is none of its files. */
const SYSTEM = [
  'bin',
  'boot',
  'dev',
  'etc',
  'lib',
  'lib64',
  'proc',
  'run',
  'sbin',
  'sys',
  'usr',
  'var',
  'tmp',
  'home',
  'root',
]
const KERNEL = ['dev', 'proc', 'sys']

function placesOf(volumes: readonly { name: string; path: string }[]): { name: string; path: string }[] {
  const places = volumes.map(({ name, path }) => ({ name, path: posix.resolve('/', path) }))
  for (const { path } of places) {
    const [top = '', ...below] = path.slice(1).split('/')
    if (top === '' || KERNEL.includes(top) || (below.length === 0 && SYSTEM.includes(top)))
      throw refused(path, 'the system needs it')
    const others = places.filter((other) => `${other.path}/`.startsWith(`${path}/`))
    if (others.length > 1) throw refused(path, 'another volume is to be in the same place')
  }
  return places
}

const refused = (path: string, why: string) =>
  new EngineError('INVALID_REQUEST', { problems: [`volumeMounts: ${JSON.stringify(path)} cannot be used: ${why}`] })
