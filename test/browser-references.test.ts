import { describe, expect, test } from 'vitest'
import { browserWorld } from './support/browser-world.ts'

const COUNTS = `<script>const count = () => { document.title = String(Number(document.title.replace(/\\D/g, '')) + 1) }</script>`
const TWINS = `<title>0</title>${COUNTS}<h1>Twins</h1><button onclick="count()">Delete</button>
<iframe id="pay" name="pay" srcdoc="<label>Card number <input></label><button>Pay now</button><button>Twin</button><button>Twin</button>"></iframe>`
/** Its first click keeps the page busy for longer than the driver waits. */
const BUSY = `<title>0</title>${COUNTS}<button onclick="count(); const until = Date.now() + 3000; while (document.title === '1' && Date.now() < until);">Slow</button>`
const SLOW = '<!doctype html><html><head>'
const FIELDS = `<title>Fields</title><select id="size" aria-label="Size"><option>Small<option>Large</select>
<label><input type="checkbox" id="agree"> Agree</label><input type="date" id="born" aria-label="Born">
<input id="who" aria-label="Name"><button id="save">Save</button><p id="price">12 €</p>`

const world = browserWorld(() => ({
  '/twins': TWINS,
  '/busy': BUSY,
  '/fields': FIELDS,
  '/from': '<title>From</title><a href="/to">Go on</a>',
  '/to': (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.write(`${SLOW}${' '.repeat(2000)}`)
    setTimeout(() => response.end('<title>To</title><p>To'), 300)
  },
  '/veil': `<title>Veil</title><button>Under</button><div style="position:fixed;inset:0;background:#fff8"></div>`,
  '/empty': '<title>Empty</title>',
  '/buttons': `<title>Buttons</title><p><button>Yes</button><button>No</button><input type="submit" value="Send"><a href="/a">A</a><a href="/b">B</a> word<a href="/c">C</a>!</p>`,
}))
const { act, done, url, events } = world
const begin = (path: string, input: object = {}) => done('open', { url: url(path), ...input })
const shown = async (input: object = {}) => (await done<{ snapshot: string }>('snapshot', input)).snapshot
const refIn = (snapshot: string, name: string) =>
  new RegExp(`"${name}"[^\\n]*\\[((?:f\\d+)?e\\d+)\\]`).exec(snapshot)?.[1] ?? `no ${name}`
const title = async () => (await done<{ value: string }>('evaluate', { script: 'document.title' })).value
const errorOf = async (type: string, input: object) => (await act(type, { timeoutMs: 600, ...input })).error
const gone = (reason: string) => ({ code: 'REFERENCE_GONE', message: expect.stringContaining(reason) })

describe('a reference', () => {
  test('whose page was loaded again touches nothing of the new page, and says so', async () => {
    await begin('/twins')
    const ref = refIn(await shown(), 'Delete')
    await done('reload')
    const error = await errorOf('click', { target: ref })
    expect(error).toMatchObject(gone('was left, or loaded again'))
    expect(error?.message).toMatch(/Nearest there: button "Delete" \[e\d+\]/)
    for (const [type, input] of [
      ['extract', {}],
      ['snapshot', {}],
      ['screenshot', {}],
      ['wait', {}],
      ['fill', { value: 'x' }],
    ] as const)
      expect(await errorOf(type, { ...input, target: ref }), type).toMatchObject({ code: 'REFERENCE_GONE' })
    expect(await done('wait', { target: ref, state: 'hidden' })).toMatchObject({ title: '0' })
    expect(await title()).toBe('0')
  })

  test('whose page is left while its element is looked for touches nothing of the next page', async () => {
    await begin('/twins')
    const ref = refIn(await shown(), 'Delete')
    const script = 'void (document.querySelector("button").remove(), setTimeout(() => location.reload(), 300))'
    await done('evaluate', { script })
    expect(await errorOf('click', { target: ref, timeoutMs: 3000 })).toMatchObject({ code: 'REFERENCE_GONE' })
    expect(await title()).toBe('0')
  })

  test('of an element that was made anew on its page means the one in its place', async () => {
    await begin('/twins')
    const ref = refIn(await shown(), 'Delete')
    await done('evaluate', {
      script: 'void document.querySelector("button").replaceWith(document.querySelector("button").cloneNode(true))',
    })
    const clicked = await done('click', { target: ref, timeoutMs: 4000 })
    expect(clicked).toMatchObject({ title: '1', repairs: [{ failure: 'gone', worked: true }] })
  })

  test('whose frame is gone, or that no snapshot gave, is no element of the page around it', async () => {
    await begin('/twins')
    const ref = refIn(await shown(), 'Pay now')
    await done('evaluate', { script: 'void document.querySelector("#pay").remove()' })
    expect(await errorOf('click', { target: ref })).toMatchObject(gone('the frame that it was in is not on the page'))
    for (const unknown of ['f9e1', `f9${refIn(await shown(), 'Delete')}`, 'e99999'])
      expect(await errorOf('click', { target: unknown })).toMatchObject(gone('no snapshot of this page gave it'))
    expect(await title()).toBe('0')
  })

  test('of one tab is none of another, nor of the next browser', async () => {
    await begin('/twins')
    const first = refIn(await shown(), 'Delete')
    const { tab } = await begin('/twins', { newTab: true })
    const second = refIn(await shown(), 'Delete')
    expect(second).not.toBe(first)
    expect(await errorOf('click', { target: first })).toMatchObject(gone('it belongs to tab1'))
    await done('tabs', { do: 'close', tab })
    await done('close')
    await begin('/twins')
    const third = refIn(await shown(), 'Delete')
    expect([first, second]).not.toContain(third)
    expect(await errorOf('click', { target: second })).toMatchObject({ code: 'REFERENCE_GONE' })
    expect(await title()).toBe('0')
  })
})

test('an action is repaired three times at most, and each try is told', async () => {
  await begin('/veil')
  const before = (await events('browser.repaired')).length
  expect(await errorOf('click', { target: 'text=Under' })).toMatchObject({
    code: 'ELEMENT_NOT_READY',
    message: expect.stringContaining('lies over it'),
  })
  const told = (await events('browser.repaired')).slice(before)
  expect(told).toMatchObject([1, 2, 3].map((attempt) => ({ attempt, worked: false })))
})

describe('a click', () => {
  test('that keeps the page busy is done once', async () => {
    await begin('/busy')
    await done('click', { target: 'text=Slow', timeoutMs: 2000 })
    expect(await title()).toBe('1')
  })

  test('beside its element says how large that is', async () => {
    await begin('/fields')
    const error = await errorOf('click', { target: '#save', position: { x: 900, y: 900 } })
    expect(error?.message).toMatch(/the position 900,900 lies outside of it: it is \d+×\d+ pixels large/)
  })
})

describe('an action that failed says what is there instead', () => {
  test('in the frame that was told, in any frame where none was, and among the frames', async () => {
    await begin('/twins')
    const inFrame = await errorOf('click', { timeoutMs: 200, target: { frame: '#pay', text: 'Pay it later' } })
    expect(inFrame?.message).toMatch(/in the frame "#pay"\. Nearest there: button "Pay now" \[f\d+e\d+\]/)
    const anywhere = await errorOf('hover', { timeoutMs: 200, target: 'text=Card details' })
    expect(anywhere?.message).toMatch(/textbox "Card number" \[f\d+e\d+\]/)
    const noFrame = await errorOf('click', { timeoutMs: 200, target: { frame: '#payment', text: 'Pay now' } })
    expect(noFrame?.message).toMatch(/in the frame "#payment"\. Nearest there: iframe [^;]*\[e\d+\]/)
    const twins = await errorOf('click', { timeoutMs: 200, target: { frame: '#pay', text: 'Twin' } })
    const [, ref] = /2 elements fit .* button "Twin" \[(f\d+e\d+)\]/.exec(twins?.message ?? '') ?? []
    await done('click', { target: ref })
  })

  test('of every kind that takes a place', async () => {
    const actions: [string, object][] = [
      ...['click', 'dblclick', 'hover', 'scroll', 'wait', 'screenshot', 'extract', 'snapshot'].map(
        (type): [string, object] => [type, {}],
      ),
      ['type', { text: 'x' }],
      ['fill', { value: 'x' }],
      ['press', { key: 'Enter' }],
      ['select', { options: 'Large' }],
      ['evaluate', { script: '(element) => element.id' }],
    ]
    await begin('/fields')
    for (const [type, input] of actions) {
      const error = await errorOf(type, { target: 'text=Save all the files', timeoutMs: 100, ...input })
      expect(error?.message, type).toMatch(/button "Save" \[e\d+\]/)
    }
    const target = 'text=Save all the files'
    for (const input of [
      { from: target, by: { x: 1, y: 1 } },
      { from: '#who', to: target },
    ])
      expect((await errorOf('drag', { timeoutMs: 100, ...input }))?.message).toMatch(/button "Save" \[e\d+\]/)
  })

  test('of options, ticks, dates, keys and cookies', async () => {
    await begin('/fields')
    for (const type of ['select', 'fill'])
      expect(
        await errorOf(type, { target: '#size', ...(type === 'fill' ? { value: 'Huge' } : { options: 'Huge' }) }),
      ).toMatchObject({
        message: expect.stringContaining('it has no such option; its options are "Small", "Large"'),
      })
    expect((await errorOf('fill', { target: '#agree', value: 'maybe' }))?.message).toContain('give true or false')
    expect((await errorOf('fill', { target: '#born', value: '24.12.2031' }))?.message).toContain('2031-12-24')
    expect(await errorOf('press', { key: 'Ctrl+A' })).toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringMatching(/no key "Ctrl".*Control\+/),
    })
    expect(await errorOf('wait', { target: 'button[' })).toMatchObject({ code: 'INVALID_REQUEST' })
    await expect(act('cookies', { do: 'set', cookies: [{ name: 'a', value: 'b' }] })).rejects.toMatchObject({
      message: expect.stringContaining('needs "url", or "domain" with "path"'),
    })
    expect(await errorOf('navigate', { url: 'example.org/page' })).toMatchObject({
      message: expect.stringContaining('https://example.org/page'),
    })
  })
})

test('a result has the address and the title of one page, also while the next one comes', async () => {
  for (let round = 0; round < 3; round++) {
    await begin('/from')
    await done('click', { target: 'text=Go on' })
    for (let looks = 0; looks < 8; looks++) {
      const { url: address, title: name } = await done('tabs')
      expect([`${url('/from')} From`, `${url('/to')} To`]).toContain(`${address} ${name}`)
    }
  }
})

test('an empty page is shown as an empty page, and a search without matches as none', async () => {
  await begin('/empty')
  expect(await shown()).toBe('The page is empty: it shows nothing.')
  await begin('/fields')
  expect(await shown({ find: 'zebra' })).toBe('Nothing here has the words "zebra".')
})

test('buttons and links that are neighbours are kept apart in Markdown', async () => {
  const { markdown } = await begin('/buttons', { extract: ['markdown'] })
  expect(markdown).toBe(`[Yes] [No] [Send] [A](${url('/a')}) [B](${url('/b')}) word[C](${url('/c')})!`)
})
