import { availableParallelism } from 'node:os'
import type { Limits } from '../../../contract/limits.ts'
import { NODE_DIRECTORY, SANDBOX_ENVIRONMENT } from '../../sandbox-environment.ts'

const { PYTHONPATH: _, PIP_RETRIES: __, ...ofEverySandbox } = SANDBOX_ENVIRONMENT

/** The environment of every program of a system, which brings its own packages; the agent adds the variables of its user. */
export function systemEnvironment({ cpuPercent }: Pick<Limits, 'cpuPercent'>): Record<string, string> {
  const processors = String(Math.min(Math.ceil(cpuPercent / 100), availableParallelism()))
  return {
    ...ofEverySandbox,
    PATH: `/usr/local/sbin:/usr/local/bin:${NODE_DIRECTORY}:/usr/sbin:/usr/bin:/sbin:/bin`,
    // The limit is a share of time, which programs do not see: they would start a thread for each processor of the host.
    // `nproc` reads the first, NumPy the second, Python from 3.13 on the third.
    OMP_NUM_THREADS: processors,
    OPENBLAS_NUM_THREADS: processors,
    PYTHON_CPU_COUNT: processors,
  }
}
