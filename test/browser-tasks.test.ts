import { afterEach, expect, test } from 'vitest'
import { browserWorld } from './support/browser-world.ts'

const DONE = `<script>window.done = (word) => { document.title = word }</script>`

const PAGES: Record<string, string> = {
  '/sort': `<ul id="list"><li>pear<li>fig<li>apple</ul><script>
    let held; list.onmousedown = (press) => held = press.target
    onmouseup = (press) => { press.target.before(held); done([...list.children].map((each) => each.textContent.trim()).join()) }</script>`,
  '/menu': `<style>#more { display: none } #bar:hover #more { display: block }</style><div id="bar">File<ul id="more"><li onclick="done('saved')">Save</ul></div>`,
  '/late': `<button onclick="setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<button onclick=done(this.textContent)>Second</button>'), 300)">First</button>`,
  '/frame': `<iframe srcdoc="<label>Code <input id=code oninput='parent.done(value)'></label>"></iframe>`,
  '/shadow': `<shop-cart></shop-cart><script>
    document.querySelector('shop-cart').attachShadow({ mode: 'open' }).innerHTML = '<button>Empty the cart</button>'
    document.querySelector('shop-cart').shadowRoot.querySelector('button').onclick = () => done('empty')</script>`,
  '/form': `<form onsubmit="done([who.value, plan.value, news.checked, size.value].join()); return false"><label>Name <input id="who"></label>
    <label>Plan <select id="plan"><option>basic<option>large</select></label><label><input type="checkbox" id="news"> News</label>
    <label>Size <input type="range" id="size" max="10" value="5"></label><button>Send</button></form>`,
  '/prompt': `<button onclick="done(prompt('Your town?') ?? 'none')">Tell</button>`,
  '/window': `<a target="_blank" href="/opened">Open</a>`,
  '/opened': `<button onclick="opener ? done('with opener') : done('alone')">Here</button>`,
  '/endless': `<div id="list"></div><script>
    const more = () => { for (let n = 0; n < 20; n++) list.insertAdjacentHTML('beforeend', '<p><button onclick="done(this.textContent)">Entry ' + list.children.length + '</button>') }
    more(); onscroll = () => { if (list.children.length < 100 && scrollY + innerHeight > document.body.scrollHeight - 50) more() }</script>`,
  '/canvas': `<canvas id="c" width="200" height="100" onclick="done(event.offsetX > 150 ? 'right' : 'left')"></canvas>`,
}

const world = browserWorld(() =>
  Object.fromEntries(
    Object.entries(PAGES).map(([path, body]) => [path, `<!doctype html><title>open</title>${DONE}${body}`]),
  ),
)
const { done, url } = world
const begin = (path: string) => done('open', { url: url(path) })
const title = async () => (await done<{ value: string }>('evaluate', { script: 'document.title' })).value
afterEach(async () => {
  const { tabs } = await done<{ tabs: { id: string }[] }>('tabs')
  for (const { id } of tabs.slice(1)) await done('tabs', { do: 'close', tab: id })
})

test('an entry of a list is dragged before the others', async () => {
  await begin('/sort')
  await done('drag', { from: 'text=apple', to: 'text=pear' })
  expect(await title()).toBe('apple,pear,fig')
})

test('a menu that opens under the pointer is used', async () => {
  await begin('/menu')
  await done('hover', { target: '#bar' })
  expect(await done('click', { target: 'text=Save' })).toMatchObject({ title: 'saved' })
})

test('a button that comes late is waited for', async () => {
  await begin('/late')
  await done('click', { target: 'text=First' })
  expect(await done('click', { target: 'text=Second' })).toMatchObject({ title: 'Second' })
})

test('a field in a frame is filled', async () => {
  await begin('/frame')
  await done('fill', { target: { frame: 'iframe', label: 'Code' }, value: '4711' })
  expect(await title()).toBe('4711')
})

test('a button in a shadow root is found by its role', async () => {
  await begin('/shadow')
  expect(await done('click', { target: 'role=button[name="Empty the cart"]' })).toMatchObject({ title: 'empty' })
})

test('a form of every kind of field is filled and sent', async () => {
  await begin('/form')
  await done('fill', { fields: { Name: 'Ada', Plan: 'large', News: true } })
  await done('press', { target: '#size', key: 'ArrowRight', times: 3 })
  expect(await done('click', { target: 'text=Send' })).toMatchObject({ title: 'Ada,large,true,8' })
})

test('a question of the page is answered', async () => {
  await begin('/prompt')
  await done('dialog', { accept: true, text: 'Paris' })
  expect(await done('click', { target: 'text=Tell' })).toMatchObject({ title: 'Paris' })
})

test('a page that a link opens is the active tab', async () => {
  await begin('/window')
  await done('click', { target: 'text=Open' })
  await expect.poll(async () => (await done<{ tabs: unknown[] }>('tabs')).tabs.length).toBe(2)
  expect(await done('click', { target: 'text=Here' })).toMatchObject({ title: 'alone' })
})

test('a list that goes on while it is scrolled is read to the wanted entry', async () => {
  await begin('/endless')
  const isThere = async () => (await done<{ found: number }>('snapshot', { find: 'Entry 55' })).found > 0
  for (let tries = 0; tries < 10 && !(await isThere()); tries++) await done('scroll', { to: 'bottom' })
  expect(await done('click', { target: 'text="Entry 55"' })).toMatchObject({ title: 'Entry 55' })
})

test('a place of a canvas is clicked', async () => {
  await begin('/canvas')
  expect(await done('click', { target: '#c', position: { x: 180, y: 20 } })).toMatchObject({ title: 'right' })
})
