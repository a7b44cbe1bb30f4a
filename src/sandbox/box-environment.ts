import { WORKSPACE } from './sandbox.ts'

/** Directory of the server's own Node inside a sandbox. */
export const NODE_DIRECTORY = '/opt/node/bin'

/** The environment of every program in a sandbox. */
export const BOX_ENVIRONMENT: Record<string, string> = {
  PATH: `${NODE_DIRECTORY}:/usr/local/bin:/usr/bin:/bin`,
  HOME: WORKSPACE,
  USER: 'user',
  LANG: 'C.UTF-8',
  TMPDIR: '/tmp',
  // One thread each: these libraries otherwise start one per host core, and hang when the process limit stops them.
  OPENBLAS_NUM_THREADS: '1',
  OMP_NUM_THREADS: '1',
}
