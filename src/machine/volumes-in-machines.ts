import { posix } from 'node:path'
import { EngineError } from '../contract/errors.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { type LaidVolumes, type MachineVolumes, nothingLaid } from './machine-volumes.ts'

/** Each exchange walks through the copies, but users who share files expect changes soon. */
const EXCHANGE_MS = 2000
/** Machines that have not reported their changes by then are given up. */
const SETTLE_MS = 30_000

export interface VolumeOf {
  userId: string
  name: string
}

/** Copies of volumes in one sandbox. */
export interface Copies {
  /** Stores the changes inside in the volumes, then brings in those of others. */
  refresh(): Promise<void>
  /** Stores the changes inside in the volumes; gives the reason for refused ones. */
  takeBack(): Promise<{ refused?: EngineError }[]>
}

/** The source of copies of volumes. */
export interface VolumeCopies {
  /** Lays each volume at its root. Throws VOLUME_NOT_FOUND. */
  lay(
    sandbox: Sandbox,
    options: { userId: string; mounts: readonly { name: string; root: string; readOnly: boolean }[] },
  ): Promise<Copies>
}

export interface SharedVolumes extends MachineVolumes {
  /**
   * Exchanges the changes of running machines with a volume: before it is read from outside, and after it was changed
   * there.
   */
  settle(volume: VolumeOf): Promise<void>
}

interface Share {
  isOf(volume: VolumeOf): boolean
  exchange(): Promise<void>
}

/** Shows volumes in machines as copies at the requested path; changes on both sides are exchanged while machines run. */
export function createMachineVolumes(mounts: VolumeCopies, onTrouble: (error: unknown) => void): SharedVolumes {
  const shares = new Set<Share>()
  return {
    async lay(sandbox, { userId, volumes }) {
      if (volumes.length === 0) return nothingLaid
      const wanted = placesOf(volumes).map((place) => ({ ...place, readOnly: false }))
      const copies = await mounts.lay(sandbox, { userId, mounts: wanted })
      const isOf: Share['isOf'] = (volume) =>
        volume.userId === userId && volumes.some(({ name }) => name === volume.name)
      return exchanging({ copies, isOf, shares, onTrouble })
    },
    async settle(volume) {
      const concerned = [...shares].filter((share) => share.isOf(volume))
      const patience = Promise.withResolvers<void>()
      const timer = setTimeout(patience.resolve, SETTLE_MS).unref()
      // A second round brings the changes of the last machine to the others.
      for (const { exchange } of [...concerned, ...concerned.slice(0, -1)])
        await Promise.race([exchange(), patience.promise])
      clearTimeout(timer)
    },
  }
}

interface Exchanging extends Pick<Share, 'isOf'> {
  copies: Copies
  /** The running ones. */
  shares: Set<Share>
  onTrouble(error: unknown): void
}

function exchanging({ copies, isOf, shares, onTrouble }: Exchanging): LaidVolumes {
  let timer: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  /** One exchange at a time: each continues from the state that the previous one has seen. */
  const next = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work)
    last = done.catch(() => {})
    return done
  }
  // A machine that was paused meanwhile stands still, and would answer only after it is woken.
  const refresh = async () => (shares.has(share) ? copies.refresh() : undefined)
  const exchange = () =>
    next(refresh).catch((error) => {
      // The end of a sandbox is reported elsewhere.
      if (!(error instanceof EngineError)) onTrouble(error)
    })
  const share: Share = { isOf, exchange }
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(async () => {
      await exchange()
      if (shares.has(share)) later()
    }, EXCHANGE_MS)
    timer.unref()
  }
  return {
    begin() {
      shares.add(share)
      later()
    },
    rest() {
      shares.delete(share)
      clearTimeout(timer)
    },
    async takeBack() {
      const taken = await next(copies.takeBack)
      return taken.flatMap(({ refused }) => refused?.message ?? [])
    },
  }
}

/** Directories that a system needs, virtual file systems, and directories that contain everything else. */
const SYSTEM = ['bin', 'boot', 'etc', 'home', 'lib', 'lib64', 'root', 'run', 'sbin', 'tmp', 'usr', 'var']
const KERNEL = ['dev', 'proc', 'sys']

function placesOf(volumes: readonly { name: string; path: string }[]): { name: string; root: string }[] {
  const places = volumes.map(({ name, path }) => ({ name, root: posix.resolve('/', path) }))
  for (const { root } of places) {
    const [top = '', ...below] = root.slice(1).split('/')
    const isNeeded = top === '' || KERNEL.includes(top) || (below.length === 0 && SYSTEM.includes(top))
    if (isNeeded) throw refused(root, 'the system needs it')
    const inside = places.filter((other) => `${other.root}/`.startsWith(`${root}/`))
    if (inside.length > 1) throw refused(root, 'another volume is to be in the same place')
  }
  return places
}

const refused = (path: string, why: string) =>
  new EngineError('INVALID_REQUEST', { problems: [`volumeMounts: ${JSON.stringify(path)} cannot be used: ${why}`] })
