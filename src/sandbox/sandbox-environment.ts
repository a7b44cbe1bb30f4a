import { type Mount, WORKSPACE } from './sandbox.ts'

/** Directory of the server's own Node inside a sandbox. */
export const NODE_DIRECTORY = '/opt/node/bin'

/** Directories inside a sandbox with the packages that an operator added; Node finds its own without being told. */
export const PYTHON_PACKAGES = '/opt/packages'
const NODE_PACKAGES = '/node_modules'

/** Mounts that show a set of added packages; none where nothing was added. */
export const packageMountsOf = (shown: string | undefined): Mount[] =>
  shown === undefined
    ? []
    : [
        { source: `${shown}/python`, target: PYTHON_PACKAGES, readOnly: true },
        { source: `${shown}/node_modules`, target: NODE_PACKAGES, readOnly: true },
      ]

/** The environment of every program in a sandbox. */
export const SANDBOX_ENVIRONMENT: Record<string, string> = {
  PATH: `${NODE_DIRECTORY}:/usr/local/bin:/usr/bin:/bin`,
  HOME: WORKSPACE,
  USER: 'user',
  LANG: 'C.UTF-8',
  TMPDIR: '/tmp',
  PYTHONPATH: PYTHON_PACKAGES,
  // Programs may install for themselves, below their home; without a network pip says so at once.
  PIP_BREAK_SYSTEM_PACKAGES: '1',
  PIP_DISABLE_PIP_VERSION_CHECK: '1',
  PIP_RETRIES: '0',
  // One thread each: these libraries otherwise start one per host core, and hang when the process limit stops them.
  OPENBLAS_NUM_THREADS: '1',
  OMP_NUM_THREADS: '1',
}
