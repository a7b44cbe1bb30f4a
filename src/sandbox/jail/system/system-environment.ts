import { BOX_ENVIRONMENT, NODE_DIRECTORY } from '../../box-environment.ts'

/** What every program of a system finds in its environment; who it runs as is added by the agent. */
export const SYSTEM_ENVIRONMENT: Record<string, string> = {
  ...BOX_ENVIRONMENT,
  PATH: `/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:${NODE_DIRECTORY}`,
}
