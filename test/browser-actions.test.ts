import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { createFakeHost } from '../src/cli/fake-host.fixture.ts'
import { main } from '../src/cli/main.ts'
import { EngineError } from '../src/engine.ts'
import { createClient } from '../src/sdk/sdk.ts'
import { browserWorld } from './support/browser-world.ts'

const NOTE = `<script>const note = (word) => { document.title += ' ' + word }</script>`

const PAGES: Record<string, string> = {
  '/pointer': `<button id="press">Press</button><script>
    for (const kind of ['click', 'dblclick', 'contextmenu', 'auxclick'])
      press.addEventListener(kind, (done) => { done.preventDefault(); note(kind + (done.shiftKey ? '+shift' : '') + '@' + done.offsetX) })</script>`,
  '/lists': `<select id="one" aria-label="Size"><option value="s">Small<option value="m">Medium<option value="l">Large</select>
    <select id="many" multiple><option>red<option>green<option>blue</select>`,
  '/keys': `<form onsubmit="note('sent ' + field.value); return false"><input id="field" onkeydown="if (event.key === 'Escape') note('escape')"></form>`,
  '/long': `<div id="box" style="height:100px;overflow:auto"><p style="height:900px">inside</div><p style="height:3000px"></p><b id="end">end</b>`,
  '/slow': `<p id="old">old</p><button onclick="
    history.pushState(null, '', '/slow?asked'); old.remove()
    fetch('/answer').then((answer) => answer.text()).then((text) => document.body.append(text))">Ask</button>`,
  '/picture': `<style>body { margin: 0; height: 2000px } #part { width: 120px; height: 60px; background: #06c }</style><div id="part"></div>`,
  '/visits': `<h1>Visits</h1>`,
  '/article': `<html lang="en"><meta name="description" content="Of fruit"><h1>Fruit</h1><p id="first">An <b>apple</b>.</p><p>A pear.</p>
    <ul><li><a href="/visits">Visits</a></ul>`,
  '/sure': `<button onclick="note(confirm('Sure?'))">Ask</button><button onclick="alert('Look'); note('seen')">Tell</button>`,
  '/login': `<label>Name <input id="name"></label><label>Password <input type="password" id="secret"></label>
    <label><input type="checkbox" id="keep"> Keep me signed in</label>
    <button onclick="document.body.append('Welcome ' + [document.getElementById('name').value, secret.value, keep.checked])">Sign in</button>`,
  '/news': `<h1>News</h1><a href="/login">Sign in</a>`,
  '/shy': `<div id="shy" style="position:absolute;left:0;width:40px;height:40px;background:red"></div><script>
    let [isTaken, isMissed, jumps] = [false, false, 0]
    shy.onmousemove = () => { if (!isMissed) shy.style.left = ++jumps % 2 * 300 + 'px' }
    addEventListener('pointerdown', (down) => { isTaken = down.target === shy; isMissed = true }, true)
    addEventListener('pointerup', (up) => { if (isTaken) note('dragged ' + (up.clientX > 50)) }, true)</script>`,
}

const world = browserWorld(() => ({
  ...Object.fromEntries(
    Object.entries(PAGES).map(([path, body]) => [path, `<!doctype html><title>Page</title>${NOTE}${body}`]),
  ),
  '/answer': (_, response) => void setTimeout(() => response.end('the answer'), 300),
}))
const { act, done, url } = world
const begin = (path: string, input: object = {}) => done('open', { url: url(path), ...input })
const value = async (script: string, input: object = {}) =>
  (await done<{ value: unknown }>('evaluate', { script, ...input })).value
const title = () => value('document.title')
const bytesOf = ({ base64 = '' }: { base64?: string }): Buffer => Buffer.from(base64, 'base64')
afterEach(async () => {
  const { tabs } = await done<{ tabs: { id: string }[] }>('tabs')
  for (const { id } of tabs.slice(1)) await done('tabs', { do: 'close', tab: id })
})

describe('an action', () => {
  test('of each kind has a schema, and a line in the guide', async () => {
    const types = world
      .tools()
      .engine.actions.types()
      .filter(({ type }) => type.startsWith('browser.'))
    const guide = await readFile(new URL('../docs/guide/browser.md', import.meta.url), 'utf8')
    expect(types.length).toBeGreaterThan(20)
    const lines = [...guide.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => `browser.${name}`)
    expect(lines.toSorted()).toEqual(types.map(({ type }) => type).toSorted())
    expect(types.filter(({ input, output }) => !input['properties'] || !output['properties'])).toEqual([])
  })

  test('presses a button twice, with the other button, with a key held, and at a place', async () => {
    await begin('/pointer')
    await done('dblclick', { target: '#press' })
    expect(await title()).toMatch(/click@\d+ click@\d+ dblclick@\d+$/)
    await done('click', { target: '#press', button: 'right', position: { x: 3, y: 4 } })
    expect(await title()).toMatch(/contextmenu@[2-4]( auxclick@[2-4])?$/)
    await done('click', { target: '#press', modifiers: ['Shift'] })
    expect(await title()).toMatch(/ click\+shift@\d+$/)
  })

  test('chooses options by label, value and number, one and many', async () => {
    await begin('/lists')
    expect(await done('select', { target: '#one', options: 'Large' })).toMatchObject({ chosen: ['l'] })
    expect(await done('select', { target: '#one', options: { index: 0 } })).toMatchObject({ chosen: ['s'] })
    expect(await done('select', { target: 'label=Size', options: 'm' })).toMatchObject({ chosen: ['m'] })
    await done('select', { target: '#many', options: ['red', 'green'] })
    await done('select', { target: '#many', options: [{ label: 'blue' }, { value: 'red' }] })
    expect(await value('[...many.selectedOptions].map((one) => one.value).join()')).toBe('red,blue')
    await expect(act('select', { target: '#many', options: ['red', { label: 'blue' }] })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    })
  })

  test('types where the focus is, presses keys together, and sends', async () => {
    await begin('/keys')
    await done('click', { target: '#field' })
    await done('type', { text: 'old words' })
    await done('press', { key: 'Control+A' })
    await done('type', { text: 'new', submit: true })
    await done('press', { key: 'Escape', target: '#field' })
    expect(await title()).toBe('Page sent new escape')
    await done('fill', { target: '#field', value: 'filled', submit: true })
    expect(await title()).toMatch(/ sent filled$/)
  })

  test('scrolls the page, inside of an element, and to one', async () => {
    await begin('/long')
    expect(await done('scroll', { y: 300 })).toMatchObject({ x: 0, y: 300 })
    await done('scroll', { target: '#box', y: 50 })
    expect(await value('box.scrollTop')).toBe(50)
    const { y } = await done<{ y: number }>('scroll', { target: '#end' })
    expect(y).toBeGreaterThan(2000)
    expect((await done<{ y: number }>('scroll', { to: 'top' })).y).toBe(0)
    expect((await done<{ y: number }>('scroll', { to: 'bottom' })).y).toBeGreaterThanOrEqual(y)
  })

  test('waits for a text, an address, the end of an element, and an idle page', async () => {
    await begin('/slow')
    await done('wait', { idle: true })
    await done('click', { target: 'text=Ask' })
    await done('wait', { idle: true })
    expect(await value('document.body.textContent')).toContain('the answer')
    expect(await done('wait', { url: 'asked' })).toMatchObject({ url: url('/slow?asked') })
    await done('wait', { target: '#old', state: 'detached' })
    await begin('/slow')
    await done('click', { target: 'text=Ask' })
    await done('wait', { text: 'the answer' })
    expect(await act('wait', { text: 'another answer', timeoutMs: 100 })).toMatchObject({
      error: { code: 'BROWSER_TIMEOUT' },
    })
    await expect(act('wait', {})).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
  })

  test('takes pictures of the view, the whole page and one element, and prints', async () => {
    await begin('/picture')
    const sizeOf = async (input: object) => {
      const png = bytesOf(await done('screenshot', input))
      return [png.readUInt32BE(16), png.readUInt32BE(20)]
    }
    expect(await sizeOf({})).toEqual([1280, 720])
    expect(await sizeOf({ full: true })).toEqual([1280, 2000])
    expect(await sizeOf({ target: '#part' })).toEqual([120, 60])
    const jpeg = await done<{ mime: string; base64: string }>('screenshot', { format: 'jpeg' })
    expect([jpeg.mime, bytesOf(jpeg).readUInt16BE(0)]).toEqual(['image/jpeg', 0xffd8])
    expect(bytesOf(await done('pdf', { format: 'A5', landscape: true })).toString('latin1', 0, 5)).toBe('%PDF-')
    await done('pdf', { path: 'page.pdf' })
    const { files } = world.tools().engine.sessions
    const owner = { userId: 'ada', signal: AbortSignal.timeout(60_000) }
    const printed = await files.read(world.session(), owner, 'page.pdf')
    expect(Buffer.from(printed).toString('latin1', 0, 5)).toBe('%PDF-')
  })

  test('goes back, forward, and loads again', async () => {
    await begin('/visits')
    await done('navigate', { url: url('/article') })
    expect(await done('back')).toMatchObject({ url: url('/visits'), status: 200 })
    expect(await done('forward')).toMatchObject({ url: url('/article') })
    const { seen } = world.site()
    const before = seen.length
    await done('reload')
    expect(seen.slice(before)).toContain('GET /article')
  })

  test('opens, lists, uses, activates and closes tabs', async () => {
    await begin('/visits')
    const { tabs } = await done<{ tabs: { id: string; active: boolean }[] }>('tabs', { do: 'new' })
    const [first, second] = tabs.map(({ id }) => id)
    expect(tabs.map(({ active }) => active)).toEqual([false, true])
    await done('navigate', { url: url('/article'), tab: second })
    expect(await done('snapshot', { tab: first })).toMatchObject({ url: url('/visits') })
    await done('tabs', { do: 'activate', tab: first })
    expect(await done('snapshot')).toMatchObject({ tab: first })
    expect(await done('tabs', { do: 'close', tab: second })).toMatchObject({ tabs: [{ id: first, active: true }] })
    expect(await act('snapshot', { tab: second })).toMatchObject({ error: { code: 'TAB_NOT_FOUND' } })
  })

  test('reads a page, or a part of it, as text, Markdown, links, tables and metadata', async () => {
    await begin('/article')
    const kinds = ['text', 'markdown', 'links', 'tables', 'metadata']
    const read = await done<Record<string, string>>('extract', { extract: kinds })
    expect(read).toMatchObject({
      ...{ links: [{ text: 'Visits', url: url('/visits') }], tables: [] },
      metadata: { language: 'en', meta: { description: 'Of fruit' } },
    })
    expect(read['text']).toContain('An apple.')
    expect(read['markdown']).toContain('An **apple**.')
    expect(await done('extract', { extract: ['text'], target: '#first' })).toMatchObject({ text: 'An apple.' })
    const { snapshot } = await done<{ snapshot: string }>('snapshot', { target: 'ul' })
    expect(snapshot).toContain('link "Visits"')
    expect(snapshot).not.toContain('Fruit')
    expect(await value('(element, more) => element.textContent + more', { target: '#first', argument: '!' })).toBe(
      'An apple.!',
    )
  })

  test('leaves a dialog to its rule: alerts are accepted, questions dismissed', async () => {
    await begin('/sure')
    expect(await done('click', { target: 'text=Ask' })).toMatchObject({
      title: 'Page false',
      dialogs: [{ type: 'confirm', accepted: false }],
    })
    expect(await done('click', { target: 'text=Tell' })).toMatchObject({
      title: 'Page false seen',
      dialogs: [{ type: 'alert', accepted: true }],
    })
  })

  test('drags only what it has taken', async () => {
    await begin('/shy')
    const dragged = await done('drag', { from: '#shy', by: { x: 80, y: 0 }, timeoutMs: 2000 })
    expect(dragged).toMatchObject({ title: 'Page dragged true', repairs: [{ failure: 'not-yet', worked: true }] })
  })

  test('sets and clears cookies, and storage comes back with the next browser', async () => {
    await begin('/visits')
    const cookies = [{ name: 'taste', value: 'sweet', url: url('/') }]
    expect(await done('cookies', { do: 'set', cookies })).toMatchObject({ cookies: [{ name: 'taste' }] })
    expect(await value('localStorage.kept = document.cookie')).toBe('taste=sweet')
    await done('close')
    await begin('/visits')
    expect(await value('[localStorage.kept, document.cookie].join()')).toBe('taste=sweet,taste=sweet')
    expect(await done('cookies', { do: 'clear' })).toMatchObject({ cookies: [] })
    expect(await value('document.cookie')).toBe('')
  })

  test('reads one page without a session, in a browser of its own', async () => {
    const { engine } = world.tools()
    const input = { url: url('/article'), network: { allow: [world.site().host] } }
    const read = await engine.actions.executeAction({ type: 'browser.open', input }, { userId: 'ada' })
    expect(read).toMatchObject({ outcome: 'ok', output: { markdown: expect.stringContaining('# Fruit') } })
    const told = await engine.events.page({ userId: 'ada', subject: `action:${read.id}`, limit: 100 })
    expect(told.events.find(({ type }) => type === 'browser.closed')).toMatchObject({ why: 'done' })
  })
})

test('pages are used by the names of other browsers, from the client and from the engine itself', async () => {
  const { app, engine, keys } = world.tools()
  const fetchApp: typeof fetch = async (...asked) => app.fetch(new Request(...asked))
  const { browser } = createClient({ baseUrl: 'http://localhost', apiKey: keys.ada, fetch: fetchApp })
  const network = { allow: [world.site().host] }
  const { id: session } = await browser.createSession({ network })
  const page = await browser.createPage(session, { url: url('/login') })
  await browser.fillForm(page, { Name: 'Ada', Password: 'secret', 'Keep me signed in': true })
  await browser.click(page, 'role=button[name="Sign in"]')
  await browser.waitForSelector(page, 'text=Welcome')
  expect(await browser.evaluate(page, 'document.body.lastChild.data')).toBe('Welcome Ada,secret,true')
  expect(Buffer.from(await browser.screenshot(page)).toString('latin1', 1, 4)).toBe('PNG')
  const news = await browser.navigateTo(page, url('/news'), { extract: ['markdown'] })
  expect(news['markdown']).toContain('# News')

  const { browsers } = engine
  const ada = { userId: 'ada' }
  expect((await browsers.createSession({ network }, ada)).id).not.toBe(session)
  const own = await browsers.createPage(session, { url: url('/login') }, ada)
  expect(own.tab).not.toBe(page.tab)
  await browsers.fillForm(own, { Name: 'Ben', Password: 'word' }, {}, ada)
  await browsers.click(own, 'text=Sign in', {}, ada)
  await browsers.waitForSelector(own, 'text=Welcome', {}, ada)
  expect(await browsers.evaluate(own, '(n) => n + 1', 41, ada)).toBe(42)
  expect((await browsers.screenshot(own, {}, ada)).length).toBeGreaterThan(1000)
  expect(await browsers.navigateTo(own, url('/news'), {}, ada)).toMatchObject({ title: 'Page', status: 200 })
  const failed = { code: 'SCRIPT_FAILED', message: expect.stringContaining('nothing is not defined') }
  await expect(browsers.evaluate(own, 'nothing.here', undefined, ada)).rejects.toMatchObject(failed)
  await expect(browsers.evaluate(own, 'nothing.here', undefined, ada)).rejects.toBeInstanceOf(EngineError)
  await expect(browser.evaluate(page, 'nothing.here')).rejects.toMatchObject(failed)
})

test('anneal browse prints a page as Markdown, and writes a picture of all of it', async () => {
  const { app, keys, home } = world.tools()
  const fetchApp: typeof fetch = async (...asked) => app.fetch(new Request(...asked))
  const anneal = async (...line: string[]) => {
    const env = { ANNEAL_SERVER: 'http://localhost', ANNEAL_API_KEY: keys.ada }
    const { host, seen } = createFakeHost({ env, server: { fetch: fetchApp } })
    return { exitCode: await main(['browse', ...line], host), stdout: seen.stdout, stderr: seen.stderr }
  }
  const read = await anneal(url('/article'))
  expect(read).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('# Fruit'), stderr: '' })
  const picture = join(home, 'page.png')
  const taken = await anneal(url('/picture'), '--screenshot', picture, '--full')
  expect(taken).toMatchObject({ exitCode: 0, stdout: `${picture}\n` })
  expect((await readFile(picture)).readUInt32BE(20)).toBe(2000)
  const { seen } = world.site()
  const asked = seen.length
  for (const [place, reason] of [
    [join(home, 'nowhere', 'page.png'), 'there is no such directory'],
    [home, 'it is a directory'],
    [join(picture, 'page.png'), 'a part of the path is not a directory'],
  ] as const)
    expect(await anneal(url('/picture'), '--screenshot', place)).toMatchObject({
      ...{ exitCode: 2, stdout: '', stderr: expect.stringContaining(`${place} cannot be written: ${reason}.`) },
    })
  expect(seen.length).toBe(asked)
  expect((await readFile(picture)).readUInt32BE(20)).toBe(2000)
  expect(await anneal('file:///etc/passwd')).toMatchObject({ exitCode: 2, stdout: '' })
})
