import { z } from 'zod'
import { keyInfo, keyList, keyRequest, newKey } from '../../contract/api.ts'
import { keyId } from '../../contract/id.ts'
import type { Engine } from '../../engine.ts'
import { answers, json, type Route, route } from '../http/route.ts'

export function keyRoutes(engine: Engine): Route[] {
  return [
    route(
      {
        method: 'GET',
        path: '/v1/keys',
        tag: 'Keys',
        operation: 'listKeys',
        summary: 'All keys, without the keys themselves',
        access: 'admin',
        answers: answers(keyList, 'The keys'),
      },
      async () => json({ keys: await engine.keys.list() }),
    ),
    route(
      {
        method: 'POST',
        path: '/v1/keys',
        tag: 'Keys',
        operation: 'createKey',
        summary: 'Make a key; it is shown this once',
        access: 'admin',
        body: keyRequest,
        example: { body: { user: 'ada', label: 'laptop' } },
        answers: [{ status: 201, description: 'The new key', content: { 'application/json': newKey } }],
      },
      async ({ body }) => json(await engine.keys.add(body), 201),
    ),
    route(
      {
        method: 'DELETE',
        path: '/v1/keys/{keyId}',
        tag: 'Keys',
        operation: 'deleteKey',
        summary: 'Revoke a key, at once',
        access: 'admin',
        params: z.object({ keyId }),
        answers: answers(keyInfo, 'The key as it is now'),
      },
      async ({ params }) => json(await engine.keys.revoke(params.keyId)),
    ),
  ]
}
