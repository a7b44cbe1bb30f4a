import type { Config } from '../../../engine.ts'
import { createDoor, type Door, type DoorEngine } from '../../http/create-door.ts'
import { parseJson } from '../../http/parse-json.ts'
import { readBytes } from '../../http/read-body.ts'
import type { ControlEngine } from './control-engine.ts'
import { controlRoutes } from './control-routes.ts'
import { e2bRefusal } from './e2b-refusal.ts'

/** E2B's API beside what comes for one sandbox. Its servers tell a wrong method like a wrong path. */
export function createControlPlane(engine: ControlEngine & DoorEngine): Door {
  return createDoor(engine, {
    rows: controlRoutes(engine),
    knowsMethods: false,
    policy: hostPolicyOf(engine.config),
    // The SDK sends headers of its own, and all may be sent.
    cors: (headers) => ({
      'access-control-allow-headers': headers.get('access-control-request-headers') ?? '*',
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      'access-control-expose-headers': 'x-next-token, x-total-running, retry-after',
    }),
    // The content type does not matter; a body that may be left out is an empty one.
    async readJson(request, limitBytes) {
      const bytes = await readBytes(request, limitBytes)
      return bytes.length === 0 ? {} : parseJson(bytes)
    },
    refuse: e2bRefusal,
  })
}

/** With a domain the API has names of its own. */
function hostPolicyOf(config: Config): Pick<Config, 'allowedHosts' | 'allowedOrigins'> {
  const [domain = ''] = config.e2bDomain.split(':')
  return domain === '' ? config : { ...config, allowedHosts: [...config.allowedHosts, domain, `api.${domain}`] }
}
