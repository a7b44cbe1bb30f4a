import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ActionResult } from '../../src/contract/action.ts'
import {
  attackPages,
  type DatagramCanary,
  notHeld,
  openDatagramCanary,
  PRIVATE_PLACES,
  reached,
} from './browser-attack-pages.ts'
import type { Call } from './engine.ts'
import { openSite, type Site } from './site.ts'

type Json = Record<string, unknown>

/** A server whose browsers are attacked. */
export interface Attacked {
  call(path: string, call?: Call): Promise<Response>
  /** A key of another user. */
  stranger: string
  /** Address of its own socket, with the port. */
  host: string
}

/** Opens a server that lets browsers reach this one site. */
export type OpenAttacked = (siteHost: string) => Promise<{ attacked: Attacked; close(): Promise<void> }>

const POLL = { timeout: 20_000 }

/** Everything that a page tries, against canaries on loopback. */
export function browserAttacks(title: string, open: OpenAttacked): void {
  describe(title, () => {
    let udp: DatagramCanary
    let [canary, site] = [undefined as unknown as Site, undefined as unknown as Site]
    let server: Awaited<ReturnType<OpenAttacked>>
    let session = ''
    const ask = async <T>(path: string, call?: Call): Promise<T> =>
      (await server.attacked.call(path, call)).json() as Promise<T>
    const act = (type: string, input: object = {}): Promise<ActionResult> =>
      ask('/v1/actions', { body: { type: `browser.${type}`, input, session } })
    const done = async <T = Json>(type: string, input?: object): Promise<T> => {
      const { outcome, output, error } = await act(type, input)
      expect([type, outcome, error]).toEqual([type, 'ok', undefined])
      return output as T
    }
    const url = (path: string): string => `http://${site.host}${path}`
    const events = async (type: string): Promise<Json[]> => {
      const page = await ask<{ events: Json[] }>(`/v1/events?subject=session:${session}&limit=1000`)
      return page.events.filter((event) => event['type'] === type)
    }
    beforeAll(async () => {
      udp = await openDatagramCanary()
      canary = await openSite({ '/': 'the canary', '/file.js': 'top.sung = true' })
      site = await openSite(attackPages(canary.host, udp.host))
      server = await open(site.host)
      const body = { network: { allow: [site.host] }, limits: { diskMb: 2 } }
      session = (await ask<{ id: string }>('/v1/sessions', { body })).id
    })
    afterAll(async () => {
      await server?.close()
      await site.close()
      await canary.close()
      udp.close()
    })

    test('reaches no host beyond the allow-list by any way that pages have', async () => {
      await done('open', { url: url('/attack') })
      const { value } = await done<{ value: Record<string, string> }>('evaluate', { script: 'attacks()' })
      expect(notHeld(value)).toEqual([])
      expect(reached(canary, udp)).toEqual([])
      expect((await events('browser.request')).some(({ allowed }) => allowed === false)).toBe(true)
    })

    test('does not reach the server that runs it', async () => {
      const { host } = server.attacked
      expect(await act('navigate', { url: `http://${host}/v1/health` })).toMatchObject({
        error: { code: 'ADDRESS_REFUSED' },
      })
      await done('navigate', { url: url('/attack') })
      await done('evaluate', { script: `fetch('http://${host}/v1/health', { mode: 'no-cors' }).then(String, String)` })
      const port = Number(host.split(':')[1])
      const verdicts = (await events('browser.request')).filter((event) => event['port'] === port)
      expect(new Set(verdicts.map(({ allowed }) => allowed))).toEqual(new Set([false]))
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
      expect(reached(canary, udp)).toEqual([])
    })

    test.each(PRIVATE_PLACES)('is not left for %s by a redirect', async (place) => {
      const left = await act('navigate', { url: url(`/to?${place}`) })
      expect(left).toMatchObject({ outcome: 'refused', error: { code: 'ADDRESS_REFUSED' } })
      expect(reached(canary, udp)).toEqual([])
    })

    test('gives no file to a session that has no room for it, and takes none from outside of the session', async () => {
      await done('navigate', { url: url('/attack') })
      await done('evaluate', { script: `void (location.href = '/large')` })
      await expect.poll(() => events('browser.downloaded'), POLL).toMatchObject([{ name: 'large.bin', path: null }])
      await done('evaluate', { script: `void (document.body.innerHTML = '<input type=file id=file>')` })
      for (const paths of ['/etc/passwd', '../../../etc/passwd', '/proc/self/environ'])
        expect(await act('upload', { target: '#file', paths }), paths).not.toMatchObject({ outcome: 'ok' })
      expect(await done('evaluate', { script: 'file.files.length' })).toMatchObject({ value: 0 })
    })

    test('has no cookies of another user, and another user cannot see its browser', async () => {
      const { call, stranger: key } = server.attacked
      await done('cookies', { do: 'set', cookies: [{ name: 'mine', value: 'secret', url: url('/') }] })
      const own = { network: { allow: [site.host] } }
      const other = await ask<{ id: string }>('/v1/sessions', { key, body: own })
      const opened = { type: 'browser.open', input: { url: url('/attack') }, session: other.id }
      expect(await ask('/v1/actions', { key, body: opened })).toMatchObject({ outcome: 'ok' })
      const script = { type: 'browser.evaluate', input: { script: 'document.cookie' }, session: other.id }
      expect(await ask('/v1/actions', { key, body: script })).toMatchObject({ output: { value: '' } })
      const path = `/v1/sessions/${session}/browser`
      for (const address of [path, `${path}/live`]) expect((await call(address, { key })).status).toBe(404)
      const body = { type: 'browser.cookies', input: {}, session }
      expect((await call('/v1/actions', { key, body })).status).toBe(404)
    })

    test('is not reached at all with an empty allow-list', async () => {
      const empty = await ask<{ id: string }>('/v1/sessions', { body: {} })
      const body = { type: 'browser.open', input: { url: url('/attack') }, session: empty.id }
      expect(await ask('/v1/actions', { body })).toMatchObject({ error: { code: 'ADDRESS_REFUSED' } })
    })
  })
}
