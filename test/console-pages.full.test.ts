import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Step, startScriptedServer } from '../src/model/scripted-server.fixture.ts'
import { axeViolations } from './support/axe-violations.ts'
import { oneConsole, visitor } from './support/console-browser.ts'
import { HOSTILE_OUTPUT, HOSTILE_VALUES } from './support/hostile-texts.ts'
import { openSite, type Site } from './support/site.ts'

const script: Step[] = []
const model = await startScriptedServer(script)
let site: Site
const env: Record<string, string> = {
  ...{ ANNEAL_MODEL: 'openai-compatible/scripted', ANNEAL_MODEL_URL: model.url, ANNEAL_CORRECTORS: 'rules' },
  ...{ ANNEAL_MODEL_RETRIES: '0', ANNEAL_WARM_BROWSERS: '0' },
}
beforeAll(async () => {
  site = await openSite({ '/': '<title>Shop</title><h1>Shop</h1>', '/news': '<title>News</title><h1>News</h1>' })
  env.ANNEAL_NETWORK_CEILING = site.host
})
const world = oneConsole({ env })
afterAll(async () => {
  await site.close()
  await model[Symbol.asyncDispose]()
})

const saying = (code: string) => ({
  says: `Here:\n\n\`\`\`python\n${code}\n\`\`\`\n\n**Bold** ![seen](http://elsewhere.example/x.png) <img src="http://elsewhere.example/y.png">\n`,
})

test('a chat shows the failed program, what the model was told, and the answer that ran; its Markdown loads nothing', async () => {
  const { page, complaints, context } = await visitor(world())
  script.push(saying('assert 6 * 7 == 41, "off by one"'), saying('print(6 * 7)'))
  await page.goto(`${world().url}/chat`)
  await page.getByLabel('Your message').fill('How much is 6 * 7?')
  await page.keyboard.press('Enter')
  await page.locator('.round', { hasText: 'off by one' }).waitFor()
  await page.locator('.chat-output', { hasText: '42' }).waitFor()
  await page.getByRole('button', { name: 'Regenerate' }).waitFor()
  expect(await page.locator('.chat-run .badge').allInnerTexts()).toEqual(['failed', 'ok'])
  expect(await page.locator('.markdown strong').first().innerText()).toBe('Bold')
  expect(await page.locator('.markdown img').count()).toBe(0)
  expect(world().foreign).toEqual([])
  expect(await axeViolations(page)).toEqual([])
  script.push(saying('print(40 + 2)'))
  await page.getByRole('button', { name: 'Regenerate' }).click()
  await page.getByText('2 of 2').waitFor()
  await page.getByRole('button', { name: 'Earlier version' }).click()
  await page.locator('.round', { hasText: 'off by one' }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('no hostile words of a model, of a person or of a program run anything or reach another host in a chat', async () => {
  const { url, foreign } = world()
  const { page, context } = await visitor(world())
  const said: string[] = []
  await page.exposeFunction('tellTest', (text: string) => said.push(text))
  await page.addInitScript("addEventListener('message', ({ data }) => data === 'ran' && tellTest('ran'))")
  const texts = [...HOSTILE_OUTPUT, ...HOSTILE_VALUES.flatMap((value) => Object.values(value).map(String))]
  expect(texts.length).toBeGreaterThanOrEqual(60)
  const [first = ''] = texts
  const id = `cht${'0'.repeat(21)}`
  const run = { runId: 'run1', round: 1, state: 'ended', outcome: 'failed', languages: [first], attempts: 1 }
  const facts = {
    repaired: false,
    stdout: texts.join('\n'),
    stderr: texts.join('\n'),
    files: [],
    results: 0,
    url: first,
  }
  const error = { code: first, message: first, hint: first }
  const parts = [
    ...texts.flatMap((text) => [
      { type: 'text', text },
      { type: 'text', text: `[a](${text}) ![b](${text}) <${text}>` },
    ]),
    { type: 'reasoning', text: texts.join('\n\n') },
    { type: 'data-round', data: { round: 2, of: 3, why: first } },
    { type: 'data-notice', data: { text: first } },
    { type: 'data-run', data: { ...run, ...facts, error } },
  ]
  const messages = [
    { id: 'm1', role: 'user', parts: texts.map((text) => ({ type: 'text', text })) },
    { id: 'm2', role: 'assistant', parts },
  ]
  const nodes = messages.map((message, index) => ({ node: index + 1, parent: index || null, message }))
  const known = { id, name: null, title: first, sessionId: null, createdAt: 1, updatedAt: 1, branchOf: null }
  const chat = { ...known, isAnswering: false, messages, nodes }
  await page.route(`**/v1/chats/${id}`, (route) => route.fulfill({ json: chat }))
  await page.route('**/v1/chats?*', (route) =>
    route.fulfill({ json: { chats: [{ ...known, messages: 2, isAnswering: false }] } }),
  )
  await page.goto(`${url}/chat/${id}`)
  await page.locator('.message').nth(1).waitFor()
  await page.locator('summary').first().click()
  const links = page.locator('.message a[href]:not([href^="/"])')
  const addresses = await Promise.all((await links.all()).map(async (link) => (await link.getAttribute('href')) ?? ''))
  expect(addresses.filter((address) => !/^(https?|mailto):/.test(address))).toEqual([])
  expect(await page.locator('.message :is(img, iframe, script, object, embed, form, base, link, style)').count()).toBe(
    0,
  )
  expect(await page.title()).toMatch(/Anneal$/)
  expect(page.url()).toBe(`${url}/chat/${id}`)
  expect(said).toEqual([])
  expect(foreign).toEqual([])
  await context.close()
})

test('a browser is opened by its address, seen live, read as a snapshot and ended', async () => {
  const { page, complaints, context } = await visitor(world())
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(`${world().url}/browsers`)
  await page.getByLabel('Address of a page').fill(`http://${site.host}/`)
  await page.keyboard.press('Enter')
  await page.locator('.live-picture img').waitFor({ timeout: 90_000 })
  await page.getByLabel('Address', { exact: true }).fill(`http://${site.host}/news`)
  await page.keyboard.press('Enter')
  await page.locator('.live-picture img[alt*="/news"]').waitFor()
  await page.getByRole('tab', { name: 'Snapshot' }).click()
  await page.getByRole('button', { name: 'Take a snapshot' }).click()
  await page.getByText('heading "News"').waitFor()
  await page.getByRole('tab', { name: 'Actions' }).click()
  await page.locator('td', { hasText: 'navigate' }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'End', exact: true }).click()
  await page.getByText('not open', { exact: true }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('a remembered program is found by its words, shown with its code, and forgotten', async () => {
  const { page, complaints, context } = await visitor(world())
  page.on('dialog', (dialog) => void dialog.accept())
  const body = {
    language: 'python',
    code: 'def mean(values):\n    return sum(values) / len(values)',
    task: 'mean of a list',
  }
  expect((await world().call('/v1/memory/patterns', { body })).status).toBe(200)
  await page.goto(`${world().url}/memory?view=programs`)
  await page.getByLabel('Words or code').fill('mean')
  await page.keyboard.press('Enter')
  await page.locator('td', { hasText: '%' }).first().waitFor()
  await page.getByRole('button', { name: 'mean of a list' }).click()
  await page.locator('pre.program', { hasText: 'def mean' }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Forget' }).click()
  await page.locator('pre.program').waitFor({ state: 'detached' })
  await page.reload()
  await page.getByText('No programs yet').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})
