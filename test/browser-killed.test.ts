import { expect, test } from 'vitest'
import { descendantsOf } from '../soak/descendants-of.ts'
import type { ActionResult } from '../src/contract/action.ts'
import { processesWith, until } from './support/processes.ts'
import { type Served, serving } from './support/serve-child.ts'
import { openSite } from './support/site.ts'
import { withHome } from './support/temporary-home.ts'

type Json = Record<string, unknown>
const asked = async <T>({ call }: Served, path: string, body?: object): Promise<T> =>
  (await call(path, body && { body })).json() as Promise<T>

/** Does an action in a session, and gives its output. */
async function done(served: Served, session: string, type: string, input: object = {}): Promise<Json> {
  const body = { type: `browser.${type}`, input, session }
  const { outcome, output, error } = await asked<ActionResult>(served, '/v1/actions', body)
  expect([type, outcome, error]).toEqual([type, 'ok', undefined])
  return output as Json
}

test('kill -9 of the server ends its browser with every process, and the next server opens it with its cookies', async () => {
  const site = await openSite({
    '/': (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'visit=1; Max-Age=9999' })
      response.end('<title>Here</title><p>Here')
    },
    '/other': '<title>Other</title>',
  })
  const env = { ANNEAL_WARM_BROWSERS: '0', ANNEAL_NETWORK_CEILING: site.host }
  const url = `http://${site.host}/`
  try {
    await withHome(async (home) => {
      const session = await serving({ home, env }, async (served) => {
        const { id } = await asked<{ id: string }>(served, '/v1/sessions', { network: { allow: [site.host] } })
        expect(await done(served, id, 'open', { url })).toMatchObject({ title: 'Here' })
        const isSaved = async () =>
          (await asked<{ saved: { cookies: number } | null }>(served, `/v1/sessions/${id}/browser`)).saved?.cookies ===
          1
        await until('the cookies are kept', isSaved)
        const below = new Set(descendantsOf(served.child.pid ?? 0))
        const chromium = (await processesWith('--type=')).filter((pid) => below.has(pid))
        expect(chromium.length).toBeGreaterThan(0)
        served.child.kill('SIGKILL')
        await served.ended
        await until('every process of the browser has ended', async () => {
          const left = new Set(await processesWith('--type='))
          return chromium.every((pid) => !left.has(pid))
        })
        return id
      })
      await serving({ home, env }, async (served) => {
        await done(served, session, 'open', { url: `${url}other` })
        const { cookies } = await done(served, session, 'cookies')
        expect(cookies).toMatchObject([{ name: 'visit' }])
      })
    })
  } finally {
    await site.close()
  }
})
