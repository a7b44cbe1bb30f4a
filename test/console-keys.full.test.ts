import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { type Step, startScriptedServer } from '../src/model/scripted-server.fixture.ts'
import { axeViolations } from './support/axe-violations.ts'
import { oneConsole, visitor } from './support/console-browser.ts'

const script: Step[] = []
const model = await startScriptedServer(script)
const env = {
  ...{ ANNEAL_MODEL: 'openai-compatible/scripted', ANNEAL_MODEL_URL: model.url, ANNEAL_CORRECTORS: 'rules' },
  ANNEAL_MODEL_RETRIES: '0',
}
const world = oneConsole({ withMachines: true, env })
afterAll(() => model[Symbol.asyncDispose]())

/** Moves the focus by Tab until it stands on an element with this name, as a person without a mouse does. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const nameOf = "(at) => (at?.getAttribute('aria-label') || at?.innerText || '').trim()"
  const focused = `(${nameOf})(document.activeElement)`
  // A page that is still loading has less to lead to.
  const there = `[...document.querySelectorAll('a, button, input, textarea, select, [tabindex], [contenteditable]')].map(${nameOf})`
  await expect.poll(() => page.evaluate<string[]>(there)).toContainEqual(expect.stringMatching(name))
  const passed: string[] = []
  for (let steps = 0; steps < 80; steps++) {
    const text = String(await page.evaluate(focused))
    if (name.test(text)) return
    passed.push(text)
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab leads nowhere named ${name}, only to ${passed.join(' | ')}`)
}

function keysOf(page: Page) {
  return {
    /** Goes to a page by the keys that lead to it. */
    async follow(keys: string, title: string): Promise<void> {
      for (const key of keys) await page.keyboard.press(key)
      await page.locator('h1', { hasText: title }).waitFor({ state: 'attached' })
    },
    async press(name: RegExp): Promise<void> {
      await tabTo(page, name)
      await page.keyboard.press('Enter')
    },
  }
}

test('a program is written, run, repaired and compared by the keyboard alone, and the editor says how to leave it', async () => {
  const { url } = world()
  const { page, complaints, context } = await visitor(world())
  const { press } = keysOf(page)
  await page.goto(url)
  await page.locator('.run-write .cm-content').waitFor()
  await tabTo(page, /^Code, or an answer with code in it$/)
  const description = "document.activeElement.getAttribute('aria-description')"
  expect(await page.evaluate(description)).toBe('Escape and then Tab leads out of the editor')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.keyboard.type('total = 6 * 7\nprint(totl)')
  await page.keyboard.press('Control+Enter')
  await page.locator('.run-head .badge', { hasText: 'ok, repaired' }).waitFor({ timeout: 60_000 })
  await page.locator('.log-line', { hasText: '42' }).waitFor()
  await page.keyboard.press('Escape')
  await tabTo(page, /^Attempt 2$/)
  await page.keyboard.press('ArrowLeft')
  await page.locator('.cm-mark-failed', { hasText: 'totl' }).waitFor()
  await page.keyboard.press('ArrowRight')
  await press(/^Compare/)
  await page.locator('.cm-deletedChunk', { hasText: 'totl' }).waitFor()
  await press(/^Run again$/)
  await page.locator('.log-line', { hasText: '42' }).waitFor()
  expect(await page.locator('.run-head .badge').innerText()).toBe('ok, repaired')
  await press(/^Open this run on its own/)
  await page.waitForURL(/\/runs\/run/)
  await page.getByRole('tab', { name: 'Timeline' }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})

test('a session with a checkpoint and a branch, a volume with a file, and a plan are made by the keyboard alone', async () => {
  const { url, call } = world()
  const { page, complaints, context } = await visitor(world())
  const { follow, press } = keysOf(page)
  await page.goto(`${url}/runs`)
  await page.locator('h1').first().waitFor()
  await follow('gs', 'Sessions')
  await press(/^New session$/)
  await page.waitForURL(/\/sessions\/ses/)
  await tabTo(page, /^Cells$/)
  for (let steps = 0; steps < 3; steps++) await page.keyboard.press('ArrowRight')
  await tabTo(page, /^Name of a new checkpoint$/)
  await page.keyboard.type('one')
  await page.keyboard.press('Enter')
  await page.locator('.checkpoint', { hasText: 'one' }).waitFor()
  const before = page.url().split('?')[0] ?? ''
  await press(/^Branch$/)
  await page.getByText('branched from a checkpoint').waitFor()
  expect(page.url()).not.toContain(before)
  await page.goto(`${before}?view=history`)
  await page.locator('.checkpoint[data-kind="branch"]').waitFor()
  expect(await axeViolations(page)).toEqual([])

  await page.goto(`${url}/storage`)
  await page.locator('h1').first().waitFor()
  await tabTo(page, /^Name of a new volume$/)
  await page.keyboard.type('by-keys')
  await page.keyboard.press('Enter')
  await press(/^by-keys$/)
  await page.waitForURL('**/storage/by-keys')
  expect((await call('/v1/volumes/by-keys/file?path=a.txt', { method: 'PUT', body: 'hello' })).status).toBe(200)
  await page.reload()
  await press(/^a\.txt/)
  await press(/^Show its text$/)
  await page.locator('.cm-content', { hasText: 'hello' }).waitFor()

  await follow('gp', 'Plans')
  await press(/^New plan$/)
  await page.locator('.cm-content', { hasText: 'count and check' }).waitFor()
  await press(/^Start$/)
  await page.waitForURL(/\/plans\/pln|\/plans\/p/)
  await page.locator('.drawn-node[data-state="done"]').nth(1).waitFor({ timeout: 60_000 })
  await press(/^check/)
  await page.getByRole('region', { name: 'Step check' }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('a terminal, a question that waits and a chat with a correction are used by the keyboard alone', async () => {
  const { url, call, keys } = world()
  const { page, complaints, context } = await visitor(world())
  const { follow, press } = keysOf(page)
  await page.goto(`${url}/runs`)
  await page.locator('h1').first().waitFor()
  await follow('gm', 'Machines')
  await press(/^New machine$/)
  await page.waitForURL(/\/machines\/\w/)
  await press(/^Open a terminal$/)
  await page.locator('.xterm-rows', { hasText: '$' }).waitFor()
  await page.keyboard.type('echo $((6 * 7))\n')
  await page.locator('.xterm-rows', { hasText: '42' }).waitFor()
  await page.keyboard.press('Shift+Tab')
  expect(await page.evaluate("document.activeElement.closest('.terminal')")).toBeNull()

  const policy = { method: 'PUT', key: keys.admin, body: { commands: ['id'] } }
  expect((await call('/v1/users/ada/approval-policy', policy)).status).toBe(200)
  const answer = call('/v1/commands', { body: { command: 'id -un' } })
  await page.getByRole('link', { name: 'Approvals: 1 waiting' }).waitFor()
  await follow('ga', 'Approvals')
  await press(/^Approve$/)
  expect((await answer).status).toBe(200)
  await page.getByText('Nothing waits for you').waitFor()

  const saying = (code: string) => ({ says: `Here:\n\n\`\`\`python\n${code}\n\`\`\`\n` })
  script.push(saying('assert 6 * 7 == 41, "off by one"'), saying('print(6 * 7)'), saying('print(40 + 2)'))
  await follow('gc', 'Chat')
  await tabTo(page, /^Your message$/)
  await page.keyboard.type('How much is 6 * 7?\n')
  await page.locator('.round', { hasText: 'off by one' }).waitFor()
  await page.locator('.chat-output', { hasText: '42' }).waitFor()
  await page.getByRole('button', { name: 'Regenerate' }).waitFor()
  await press(/^Regenerate$/)
  await page.getByText('2 of 2').waitFor()
  await press(/^Earlier version$/)
  await page.locator('.round', { hasText: 'off by one' }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})
