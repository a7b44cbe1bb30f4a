import { expect, it } from 'vitest'
import { z } from 'zod'
import { answers, json, type Route, route } from '../http/route.ts'
import { docsRoutes } from './docs.ts'

const INPUT = {
  params: {},
  query: {},
  body: undefined,
  caller: { userId: 'ada', scope: 'user' as const },
  request: new Request('http://localhost'),
}

it('the description of the API is made once, however often it is asked for', async () => {
  let looks = 0
  const spec = { method: 'GET', path: '/v1/x', access: 'user', answers: answers(z.string(), 'x') } as const
  const counted: Route = Object.defineProperty(
    route({ ...spec, tag: 'Server', operation: 'getX', summary: '' }, async () => json('x')),
    'summary',
    {
      enumerable: true,
      get: () => {
        looks++
        return 'A route'
      },
    },
  )
  const [document] = docsRoutes([counted], '1.0.0')
  const first = await document?.handle(INPUT)
  expect(await first?.json()).toMatchObject({ paths: { '/v1/x': { get: { summary: 'A route' } } } })
  const looksOnce = looks
  await document?.handle(INPUT)
  expect(looks).toBe(looksOnce)
})
