import { BOX_ENVIRONMENT, NODE_DIRECTORY } from '../../box-environment.ts'

const { PYTHONPATH: _, PIP_RETRIES: __, ...ofEverySandbox } = BOX_ENVIRONMENT

/** The environment of every program of a system, which brings its own packages; the agent adds the variables of its user. */
export const SYSTEM_ENVIRONMENT: Record<string, string> = {
  ...ofEverySandbox,
  PATH: `/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:${NODE_DIRECTORY}`,
}
