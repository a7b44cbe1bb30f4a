import { describe, expect, test } from 'vitest'
import { browserWorld } from './support/browser-world.ts'

const SHOP = `<!doctype html><title>Shop</title><h1>Shop</h1><a href="/two">Second page</a>
<form onsubmit="document.title = 'sent ' + who.value + ' ' + agree.checked + ' ' + size.value; return false">
<label>Name <input id="who"></label><label><input type="checkbox" id="agree"> Agree</label>
<select id="size" aria-label="Size"><option>small<option>large</select><button id="save">Save it</button></form>
<div id="host"></div><iframe srcdoc="<button onclick='this.textContent=&quot;pressed&quot;'>In the frame</button>"></iframe>
<a download href="/file.bin">Get the file</a><button onclick="document.title = String(confirm('Sure?'))">Ask me</button>
<input type="file" id="file" onchange="document.title = file.files[0].name + file.files[0].size">
<table><tr><th>Fruit<th>Price<tr><td>Apple<td>1</table>
<script>host.attachShadow({ mode: 'open' }).innerHTML = '<button onclick="document.title=\\'shadow\\'">In the shadow</button>'</script>`

const COVERED = `<title>Covered</title><button id="buy" onclick="document.title='bought'">Buy</button>
<div id="veil" style="position:fixed;inset:0;background:#fff8"><button onclick="veil.remove()">No thanks</button></div>`

/** Leaves when the pointer comes, and is back when it has been missed. */
const SHY = `<title>Shy</title><button id="shy" onclick="document.title='hit'" style="position:absolute;left:0">Shy</button><script>
let away = '500px'; shy.onmouseenter = () => shy.style.left = away
addEventListener('pointerdown', () => shy.style.left = away = 0, true)</script>`

const HARD = `<title>Hard</title><canvas width="4000" height="4000"></canvas><p id="odd"></p><ul id="list"></ul><script>
odd.textContent = '\\ud800 broken \\udc00 ' + '漢字😀'.repeat(3000)
list.innerHTML = '<li><a href="#">an entry of a list without end</a></li>'.repeat(5000)
let at = document.body; for (let n = 0; n < 600; n++) at = at.appendChild(document.createElement('div'))
at.textContent = 'deep'</script>`

const world = browserWorld(
  () => ({
    '/': (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'set-cookie': 'visit=1; Max-Age=9999' })
      response.end(SHOP)
    },
    '/two': '<title>Two</title><h1>Two</h1><script>localStorage.here = "yes"</script>',
    '/covered': COVERED,
    '/shy': SHY,
    '/hard': HARD,
    '/file.bin': (_, response) => {
      response.writeHead(200, { 'content-disposition': 'attachment; filename="../../fi le$.bin"' })
      response.end('x'.repeat(1000))
    },
  }),
  { ANNEAL_BROWSERS_PER_USER: '1' },
)
const { act, done, url, events } = world

describe('a page', () => {
  test('is opened in a sandbox and read as Markdown, links, tables and metadata', async () => {
    const extract = ['markdown', 'links', 'tables', 'metadata']
    const page = await done('open', { url: url('/'), extract })
    expect(page).toMatchObject({ title: 'Shop', status: 200, loaded: true })
    expect(page['markdown']).toContain('# Shop')
    expect(page['markdown']).toContain('| Apple | 1 |')
    expect(page['links']).toContainEqual({ text: 'Second page', url: url('/two') })
    expect(page['tables']).toEqual([
      {
        caption: '',
        rows: [
          ['Fruit', 'Price'],
          ['Apple', '1'],
        ],
      },
    ])
    expect(['nested', 'wall']).toContain(page['isolation'])
  })

  test('is shown with references that other actions take, in frames and shadow roots too, and the difference is short', async () => {
    const { snapshot } = await done<{ snapshot: string }>('snapshot')
    const refOf = (name: string) => new RegExp(`"${name}"[^\\n]*\\[((?:f\\d+)?e\\d+)\\]`).exec(snapshot)?.[1] ?? ''
    await done('click', { target: refOf('In the frame') })
    expect(await done('click', { target: refOf('In the shadow') })).toMatchObject({ title: 'shadow' })
    const { snapshot: change } = await done<{ snapshot: string }>('snapshot', { changes: true })
    expect(change).toContain(`~ button "pressed"`)
    expect(change.split('\n').length).toBeLessThan(6)
    const again = await done<{ snapshot: string }>('snapshot')
    expect(again.snapshot).toContain(`"Save it" [${refOf('Save it')}]`)
    expect(await done('snapshot', { find: 'apple' })).toMatchObject({ found: 1 })
  })

  test('takes a filled form, keys, files of the session and answers to its dialogs', async () => {
    await done('fill', { fields: { Name: 'Ada', Agree: true, '#size': 'large' } })
    expect(await done('click', { target: 'role=button[name="Save it"]' })).toMatchObject({
      title: 'sent Ada true large',
    })
    await done('click', { target: 'text=Get the file' })
    const file = { name: '_.._fi le_.bin', path: 'downloads/_.._fi le_.bin', bytes: 1000 }
    await expect.poll(() => events('browser.downloaded')).toMatchObject([file])
    await done('upload', { target: '#file', paths: 'downloads/_.._fi le_.bin' })
    await done('dialog', { accept: true })
    const asked = await done('click', { target: 'text=Ask me' })
    expect(asked).toMatchObject({ title: 'true', dialogs: [{ type: 'confirm', message: 'Sure?', accepted: true }] })
    expect(await done('evaluate', { script: '(n) => n * 2', argument: 21 })).toMatchObject({ value: 42 })
    expect(await done('screenshot', { path: 'page.png' })).toMatchObject({ mime: 'image/png', path: 'page.png' })
  })

  test('that has changed is used by rule all the same, and the repair is told', async () => {
    const saved = await done('click', { target: '#save-button', timeoutMs: 2000 })
    expect(saved['repairs']).toMatchObject([{ attempt: 1, failure: 'renamed', worked: true }])
    await done('navigate', { url: url('/covered') })
    const bought = await done('click', { target: '#buy', timeoutMs: 2000 })
    expect(bought).toMatchObject({ title: 'bought', repairs: [{ failure: 'covered', worked: true }] })
    expect((await events('browser.repaired')).length).toBe(2)
  })

  test('is not clicked beside an element that moves under the pointer', async () => {
    await done('navigate', { url: url('/shy') })
    const clicked = await done('click', { target: '#shy', timeoutMs: 2000 })
    expect(clicked).toMatchObject({ title: 'hit', repairs: [{ failure: 'not-yet', worked: true }] })
    await done('navigate', { url: url('/covered') })
  })

  test('without the element says what is there instead', async () => {
    const missing = await act('click', { target: 'text=Sell it', timeoutMs: 500 })
    expect(missing).toMatchObject({ outcome: 'failed', error: { code: 'ELEMENT_NOT_FOUND' } })
    expect(missing.error?.message).toMatch(/button "Buy" \[e\d+\]/)
    expect(await act('evaluate', { script: 'nothing.here' })).toMatchObject({ error: { code: 'SCRIPT_FAILED' } })
  })

  test('of any size is shown within the tokens', async () => {
    await done('navigate', { url: url('/hard') })
    const shown = await done<{ snapshot: string; tokens: number; isCut: boolean }>('snapshot')
    expect(shown.tokens).toBeLessThanOrEqual(4000)
    expect(shown.isCut).toBe(true)
    expect(shown.snapshot.isWellFormed()).toBe(true)
    const few = await done<{ tokens: number }>('snapshot', { tokens: 300 })
    expect(few.tokens).toBeLessThanOrEqual(300)
    expect(await done('snapshot', { path: 'page.txt' })).toMatchObject({ snapshot: '', path: 'page.txt' })
  })
})

describe('the browser of a session', () => {
  test('sends pictures of its page while it changes', async () => {
    const answer = await world.tools().call(`/v1/sessions/${world.session()}/browser/live`)
    const reader = answer.body?.getReader()
    await done('navigate', { url: url('/two') })
    const { value } = (await reader?.read()) ?? {}
    expect(new TextDecoder().decode(value)).toContain('"mime":"image/jpeg"')
    await reader?.cancel()
  })

  test('is the only one of a user with a limit of one', async () => {
    const { engine } = world.tools()
    const { id } = await engine.sessions.create({ network: { allow: [world.site().host] } }, 'ada')
    const request = { type: 'browser.open', input: {}, session: id }
    expect(await engine.actions.executeAction(request, { userId: 'ada' })).toMatchObject({
      error: { code: 'BROWSER_LIMIT' },
    })
  })

  test('asks for nothing that no page wants', async () => {
    const hosts = (await events('browser.request')).map((event) => 'host' in event && event.host)
    expect(new Set(hosts)).toEqual(new Set(['127.0.0.1']))
  })

  test('keeps cookies and storage for the next one', async () => {
    expect(await done('close')).toEqual({ closed: true })
    expect(await act('snapshot')).toMatchObject({ error: { code: 'BROWSER_NOT_OPEN' } })
    await done('open', { url: url('/two') })
    const { cookies } = await done<{ cookies: { name: string }[] }>('cookies')
    expect(cookies.map(({ name }) => name)).toEqual(['visit'])
    expect((await events('browser.opened')).at(-1)).toMatchObject({ restored: true })
  })

  test('ends with its session', async () => {
    const { engine, call } = world.tools()
    await call(`/v1/sessions/${world.session()}`, { method: 'DELETE' })
    await expect
      .poll(async () => (await events('browser.closed')).map((event) => 'why' in event && event.why))
      .toContain('session')
    await expect(engine.browsers.info(world.session(), 'ada')).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' })
  })
})
