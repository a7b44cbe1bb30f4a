import { BOX_ENVIRONMENT, NODE_DIRECTORY } from '../../box-environment.ts'

/** The environment of every program of a system; the agent adds the variables of its user. */
export const SYSTEM_ENVIRONMENT: Record<string, string> = {
  ...BOX_ENVIRONMENT,
  PATH: `/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:${NODE_DIRECTORY}`,
}
