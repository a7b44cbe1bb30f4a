import type { Config } from '../../../engine.ts'
import { createDoor, type Door, type DoorEngine } from '../../http/create-door.ts'
import { parseJson } from '../../http/parse-json.ts'
import { readBytes } from '../../http/read-body.ts'
import type { ControlEngine } from './control-engine.ts'
import { controlRoutes } from './control-routes.ts'
import { e2bRefusal } from './e2b-refusal.ts'

/** E2B's API apart from the calls to one sandbox. E2B answers a wrong method like a wrong path. */
export function createControlPlane(engine: ControlEngine & DoorEngine): Door {
  return createDoor(engine, {
    rows: controlRoutes(engine),
    knowsMethods: false,
    policy: hostPolicyOf(engine.config),
    // The SDK sends headers of its own, and any header is allowed.
    cors: (headers) => ({
      'access-control-allow-headers': headers.get('access-control-request-headers') ?? '*',
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      'access-control-expose-headers': 'x-next-token, x-total-running, retry-after',
    }),
    // The content type does not matter; a missing body is an empty one.
    async readJson(request, limitBytes) {
      const bytes = await readBytes(request, limitBytes)
      return bytes.length === 0 ? {} : parseJson(bytes)
    },
    refuse: e2bRefusal,
  })
}

/** With a domain, the API has host names of its own. */
function hostPolicyOf(config: Config): Pick<Config, 'allowedHosts' | 'allowedOrigins'> {
  const [domain = ''] = config.e2bDomain.split(':')
  return domain === '' ? config : { ...config, allowedHosts: [...config.allowedHosts, domain, `api.${domain}`] }
}
