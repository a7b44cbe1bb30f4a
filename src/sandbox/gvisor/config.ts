import type { Limits } from '../../contract/limits.ts'
import { agentLoader } from '../agent/load-agent.ts'
import { VOLUMES, WORKSPACE } from '../sandbox.ts'
import { innerFilter } from './inner-filter.ts'

export const TMP_MB = 64
export const SHARED_MEMORY_MB = 16
/** Directory in which the sandbox's root is put together, as `runsc` sees it. */
export const SANDBOX_ROOT = '/sandbox'

/** gVisor lets any process of the same user kill or stop pid 1; the agent therefore has another real user than the programs. */
const AGENT_USER = 1001
const PROGRAM_USER = 1000

/**
 * Runs before the agent: removes devices that no program needs, covers with an empty directory the files of pid 1 that this
 * gVisor shows to everyone, makes the one socket that reaches the sandbox serve both directions, and gives up its rights
 * together with its user.
 */
const LOADER = `import os,_ctypes
os.unlink("/dev/fuse")
os.unlink("/dev/net/tun")
os.rmdir("/dev/net")
class Call(_ctypes.CFuncPtr):_flags_=_ctypes.FUNCFLAG_CDECL
if Call(_ctypes.dlsym(_ctypes.dlopen(None,0),"mount"))(b"none",b"/proc/1",b"tmpfs",1,b"size=4k"):os._exit(1)
os.dup2(1,0)
os.setresuid(${AGENT_USER},${PROGRAM_USER},${AGENT_USER})
${agentLoader({ input: 0, output: 1 }, 'code')}`
const RIGHTS = ['CAP_SETUID', 'CAP_SYS_ADMIN']

/** The configuration of a sandbox for `runsc`, by the OCI runtime specification. */
export function ociConfig({ diskMb, processes }: Limits, python: string): object {
  return {
    ociVersion: '1.0.2',
    hostname: 'sandbox',
    process: {
      args: [python, '-I', '-S', '-c', LOADER],
      env: [],
      cwd: WORKSPACE,
      noNewPrivileges: true,
      // Rights for the loader; it gives all of them up for good.
      user: { uid: 0, gid: PROGRAM_USER },
      capabilities: { effective: RIGHTS, permitted: RIGHTS },
      // Limit for programs that the agent starts; each program carries its own.
      rlimits: [{ type: 'RLIMIT_NPROC', soft: processes, hard: processes }],
    },
    root: { path: SANDBOX_ROOT, readonly: true },
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc' },
      tmpfs('/dev', ['mode=0755']),
      tmpfs('/dev/shm', [`size=${SHARED_MEMORY_MB}m`, 'mode=1777']),
      tmpfs('/tmp', [`size=${TMP_MB}m`, 'mode=1777']),
      ...[WORKSPACE, VOLUMES].map((directory) =>
        tmpfs(directory, [`size=${diskMb}m`, 'mode=0755', `uid=${PROGRAM_USER}`, `gid=${PROGRAM_USER}`]),
      ),
    ],
    linux: {
      namespaces: ['pid', 'ipc', 'uts', 'mount', 'network'].map((type) => ({ type })),
      seccomp: innerFilter,
    },
  }
}

const tmpfs = (destination: string, options: string[]) => ({ destination, type: 'tmpfs', source: 'tmpfs', options })
