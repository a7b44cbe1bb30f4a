import { DESCRIPTOR, sandboxArguments } from '../sandbox/jail/arguments.ts'
import { findHost } from '../sandbox/jail/host.ts'

const DISK_MB = 100

/** The walls of the jail for programs that build them without the jail: the bare operations that a sandbox is compared with. */
export interface SameWalls {
  bubblewrap: string
  python: string
  /** Arguments of bubblewrap. */
  arguments: string[]
  /** Descriptors that these arguments expect. */
  descriptor: typeof DESCRIPTOR
  filter: Buffer
  etc: string
  node: string
  diskBytes: number
  nextUser(): { uid: number; gid: number } | undefined
}

/** Finds the walls; throws SANDBOX_UNAVAILABLE where the jail itself could not be built. */
export async function findWalls(): Promise<SameWalls> {
  const { bubblewrap, python, filter, etc, node, nextUser } = await findHost({
    execPath: process.execPath,
    isCounted: true,
  })
  return {
    bubblewrap,
    python,
    arguments: sandboxArguments({ limits: { diskMb: DISK_MB }, node, etc, mounts: [] }),
    descriptor: DESCRIPTOR,
    filter,
    etc,
    node,
    diskBytes: DISK_MB * 1_048_576,
    nextUser,
  }
}
