import { getRequestListener } from '@hono/node-server'
import type { Door } from './create-door.ts'

/** Opens a door to the requests of a Node server. */
export const nodeListener = (door: Door) => getRequestListener(door.fetch, { errorHandler: door.refuse })
