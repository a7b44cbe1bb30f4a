import type { Engine } from '../engine.ts'
import { createConsoleFiles } from './console/console-files.ts'
import { consoleRows } from './console/console-rows.ts'
import { withPagesForPeople } from './console/refusals-for-people.ts'
import { createDoor, type Door } from './http/create-door.ts'
import { readJson } from './http/read-body.ts'
import { refusalOf } from './http/refusal.ts'
import { type Route, routeOf } from './http/route.ts'
import { type McpRowsNeeds, mcpRows } from './mcp-rows.ts'
import { protectedResourceRows, withChallenge } from './protected-resource.ts'
import { checkpointRoutes } from './route/checkpoints.ts'
import { detectRoutes } from './route/detect.ts'
import { docsRoutes } from './route/docs.ts'
import { doctorRoutes } from './route/doctor.ts'
import { eventRoutes } from './route/events.ts'
import { keyRoutes } from './route/keys.ts'
import { observeRoutes } from './route/observe.ts'
import { policyRoutes } from './route/policy.ts'
import { qualityRoutes } from './route/quality.ts'
import { repairRoutes } from './route/repair.ts'
import { runRoutes } from './route/runs.ts'
import { sessionRoutes } from './route/sessions.ts'
import { tokenRoutes } from './route/tokens.ts'
import { toolRoutes } from './route/tools.ts'
import { volumeRoutes } from './route/volumes.ts'
import { webhookRoutes } from './route/webhooks.ts'

/** All routes as one list: the OpenAPI document, the tests over all routes and the server read it. */
export function routesOf(engine: Engine): Route[] {
  const routes = [
    ...runRoutes(engine),
    ...webhookRoutes(engine),
    ...eventRoutes(engine),
    ...detectRoutes(engine),
    ...repairRoutes(engine),
    ...qualityRoutes(engine),
    ...engine.routes.map(routeOf),
    ...sessionRoutes(engine),
    ...checkpointRoutes(engine),
    ...volumeRoutes(engine),
    ...observeRoutes(engine),
    ...policyRoutes(engine),
    ...keyRoutes(engine),
    ...tokenRoutes(engine),
    ...doctorRoutes(engine),
    ...toolRoutes(),
  ]
  return [...routes, ...docsRoutes(routes, engine.version)]
}

/** Pages may send and read these; no credentials are named, so a browser adds none by itself. */
const CORS = {
  'access-control-allow-headers':
    'authorization, x-api-key, content-type, last-event-id, idempotency-key, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name',
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-expose-headers':
    'x-run-id, x-request-id, location, content-location, retry-after, idempotent-replayed, etag, allow, content-disposition, www-authenticate, mcp-session-id',
  'access-control-max-age': '600',
}

/** Our own API as a door, and MCP beside it. */
export function createApp(engine: Engine, { mcp }: { mcp?: McpRowsNeeds['extension'] } = {}): Door {
  const { config, version } = engine
  const files = createConsoleFiles()
  const door: Door = createDoor(engine, {
    rows: [
      ...routesOf(engine),
      ...mcpRows({ config, version, door: () => door, extension: mcp }),
      ...protectedResourceRows(config),
      ...consoleRows(engine, files),
    ],
    knowsMethods: true,
    policy: engine.config,
    cors: () => CORS,
    readJson,
    refuse: refusalOf,
  })
  return withPagesForPeople(withChallenge(door, config), files)
}
