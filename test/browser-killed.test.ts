import { expect, test } from 'vitest'
import { descendantsOf } from '../soak/descendants-of.ts'
import type { ActionResult } from '../src/contract/action.ts'
import type { BrowserInfo } from '../src/contract/browser.ts'
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

test('kill -9 of the server ends its browser with every process, and the next server opens it with its cookies, storage and tabs', async () => {
  const site = await openSite({
    '/': (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'visit=1; Max-Age=9999' })
      response.end('<title>Here</title><p>Here')
    },
    // Its own script names it after it has loaded, as applications do.
    '/inbox': `<title>Loading</title><p>Inbox<script>
      localStorage.read = 'yes'; setTimeout(() => { document.title = 'Inbox (3)' }, 200)</script>`,
  })
  const env = { ANNEAL_WARM_BROWSERS: '0', ANNEAL_NETWORK_CEILING: site.host }
  const url = `http://${site.host}/`
  try {
    await withHome(async (home) => {
      const session = await serving({ home, env }, async (served) => {
        const { id } = await asked<{ id: string }>(served, '/v1/sessions', { network: { allow: [site.host] } })
        expect(await done(served, id, 'open', { url })).toMatchObject({ title: 'Here' })
        expect(await done(served, id, 'open', { url: `${url}inbox`, newTab: true })).toMatchObject({ tab: 'tab2' })
        const isSaved = async () => {
          await done(served, id, 'tabs', { do: 'activate', tab: 'tab1' })
          const { saved } = await asked<BrowserInfo>(served, `/v1/sessions/${id}/browser`)
          const [first, second] = saved?.tabs ?? []
          return saved?.cookies === 1 && saved.origins === 1 && first?.active === true && second?.title === 'Inbox (3)'
        }
        await until('cookies, storage and tabs are kept', isSaved)
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
        const before = site.seen.length
        const tabs = [
          { id: 'tab1', url, title: 'Here', active: true },
          { id: 'tab2', url: `${url}inbox`, title: 'Inbox (3)', active: false },
        ]
        expect((await done(served, session, 'tabs'))['tabs']).toEqual(tabs)
        expect(await done(served, session, 'cookies')).toMatchObject({ cookies: [{ name: 'visit' }], title: 'Here' })
        expect(site.seen.slice(before)).toEqual([])
        expect(await done(served, session, 'evaluate', { script: 'document.body.textContent' })).toMatchObject({
          value: 'Here',
        })
        const script = '[document.title, localStorage.read].join()'
        const { value, title } = await done(served, session, 'evaluate', { script, tab: 'tab2' })
        expect([['Loading,yes', 'Inbox (3),yes'].includes(String(value)), title]).toEqual([
          true,
          expect.stringMatching(/^(Loading|Inbox \(3\))$/),
        ])
        const loaded = site.seen.slice(before).filter((request) => !request.endsWith('.ico'))
        expect(loaded).toEqual(['GET /', 'GET /inbox'])
        await done(served, session, 'open', { url: `${url}inbox` })
        await done(served, session, 'close')
        expect(await done(served, session, 'open')).toMatchObject({ tab: 'tab1', url: 'about:blank', title: '' })
      })
    })
  } finally {
    await site.close()
  }
})
