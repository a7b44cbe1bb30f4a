import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  attackPages,
  type DatagramCanary,
  notHeld,
  openDatagramCanary,
  PRIVATE_PLACES,
  reached,
} from './support/browser-attack-pages.ts'
import { browserWorld } from './support/browser-world.ts'

let udp: DatagramCanary
beforeAll(async () => {
  udp = await openDatagramCanary()
})
afterAll(() => udp.close())
const world = browserWorld((canary) => attackPages(canary.host, udp.host))
const { act, done, url } = world

const POLL = { timeout: 20_000 }

describe('a page that attacks', () => {
  test('reaches no host beyond the allow-list by any way that pages have', async () => {
    await done('open', { url: url('/attack') })
    const { value } = await done<{ value: Record<string, string> }>('evaluate', { script: 'attacks()' })
    expect(notHeld(value)).toEqual([])
    expect(reached(world.canary(), udp)).toEqual([])
    expect((await world.events('browser.request')).some((event) => 'allowed' in event && !event.allowed)).toBe(true)
  })

  test.each([
    'file:///etc/passwd',
    'view-source:http://127.0.0.1/',
    'chrome://version',
    'javascript:1',
    'data:text/html,x',
  ])('cannot be an address like %s', async (address) => {
    expect(await act('navigate', { url: address })).toMatchObject({
      outcome: 'refused',
      error: { code: 'ADDRESS_REFUSED' },
    })
  })

  test('cannot lead the browser to a refused address by a redirect or a script', async () => {
    expect(await act('navigate', { url: url('/away') })).toMatchObject({ error: { code: 'ADDRESS_REFUSED' } })
    await done('navigate', { url: url('/attack') })
    for (const address of ['file:///etc/passwd', 'chrome://version', 'view-source:http://127.0.0.1/']) {
      await done('evaluate', { script: `void (window.open(${JSON.stringify(address)}), location.href)` })
    }
    const { tabs } = await done<{ tabs: { url: string }[] }>('tabs')
    expect(
      tabs.map((tab) => tab.url).filter((address) => !/^(?:http|about:blank|chrome-error:|$)/.test(address)),
    ).toEqual([])
    expect(reached(world.canary(), udp)).toEqual([])
  })

  test.each(PRIVATE_PLACES)('is not left for %s by a redirect', async (place) => {
    const left = await act('navigate', { url: url(`/to?${place}`) })
    expect(left).toMatchObject({ outcome: 'refused', error: { code: 'ADDRESS_REFUSED' } })
    expect(reached(world.canary(), udp)).toEqual([])
  })

  test('gives no file to a session that has no room for it, and takes none from outside of the session', async () => {
    await done('navigate', { url: url('/attack') })
    await done('evaluate', { script: `void (location.href = '/large')` })
    await expect.poll(() => world.events('browser.downloaded'), POLL).toMatchObject([{ name: 'large.bin', path: null }])
    await done('evaluate', { script: `void (document.body.innerHTML = '<input type=file id=file>')` })
    for (const paths of ['/etc/passwd', '../../../etc/passwd', '/proc/self/environ'])
      expect(await act('upload', { target: '#file', paths }), paths).not.toMatchObject({ outcome: 'ok' })
    expect(await done('evaluate', { script: 'file.files.length' })).toMatchObject({ value: 0 })
  })

  test('cannot see another user, and another user cannot see its browser', async () => {
    const { call, keys } = world.tools()
    const path = `/v1/sessions/${world.session()}/browser`
    for (const address of [path, `${path}/live`]) expect((await call(address, { key: keys.ben })).status).toBe(404)
    const body = { type: 'browser.cookies', input: {}, session: world.session() }
    expect((await call('/v1/actions', { key: keys.ben, body })).status).toBe(404)
  })

  test('is not reached at all with an empty allow-list', async () => {
    const { engine } = world.tools()
    const session = await engine.sessions.create({}, 'ben')
    const request = { type: 'browser.open', input: { url: url('/attack') }, session: session.id }
    expect(await engine.actions.executeAction(request, { userId: 'ben' })).toMatchObject({
      error: { code: 'ADDRESS_REFUSED' },
    })
    await engine.sessions.remove(session.id, 'ben')
  })
})
