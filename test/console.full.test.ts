import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeViolations } from './support/axe-violations.ts'
import { type ConsoleWorld, oneConsole, runInPage, visitor } from './support/console-browser.ts'
import { HOSTILE_NAMES, HOSTILE_OUTPUT, HOSTILE_VALUES } from './support/hostile-texts.ts'
import { MADE_RUN, type MadeStory, madeStream } from './support/made-story.ts'

const world = oneConsole({ withMachines: true })

/** The page gets a made-up story in place of that of a run. */
async function openStory(page: Page, story: MadeStory): Promise<void> {
  await page.unroute('**/v1/runs/*/events').catch(() => undefined)
  await page.route('**/v1/runs/*/events', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: madeStream(story) }),
  )
  await page.goto(`${world().url}/runs/${MADE_RUN}`)
  await page.locator('.run-head .badge').waitFor()
}

test('no hostile text of a program runs anything or reaches another host, wherever the console shows it', async () => {
  expect(HOSTILE_NAMES.length + HOSTILE_VALUES.length + HOSTILE_OUTPUT.length).toBeGreaterThanOrEqual(100)
  const { page, context } = await visitor(world())
  const said: string[] = []
  await page.exposeFunction('tellTest', (text: string) => said.push(text))
  await page.addInitScript("addEventListener('message', ({ data }) => data === 'ran' && tellTest('ran'))")
  const [first = ''] = HOSTILE_OUTPUT
  const error = { type: first, message: first, line: 1, explanation: first }
  await openStory(page, { output: HOSTILE_OUTPUT.map((text) => `${text}\n`), files: HOSTILE_NAMES, code: first, error })
  await page.locator('.log-line').first().waitFor()
  await page.getByRole('tab', { name: /Files/ }).click()
  expect(await page.locator('.out-pane tbody tr').count()).toBe(HOSTILE_NAMES.length)
  for (const view of ['Timeline', 'Log', 'Raw']) await page.getByRole('tab', { name: view, exact: true }).click()
  for (const value of HOSTILE_VALUES) {
    await openStory(page, { values: [value] })
    await page.getByRole('tab', { name: /Results/ }).click()
    await page.locator('.result').waitFor()
    const frame = page.frames().find((each) => each.url().endsWith('/frame'))
    const link = frame?.locator('a').first()
    if (frame && (await page.locator('.output-frame').count()) > 0) {
      await frame.waitForLoadState()
      if (link && (await link.count()) > 0) await link.click({ timeout: 2000 }).catch(() => undefined)
    }
    expect(page.url(), JSON.stringify(value)).toContain(`/runs/${MADE_RUN}`)
    expect(await page.title()).toMatch(/Anneal$/)
  }
  expect(said).toEqual([])
  expect(world().foreign).toEqual([])
  await context.close()
})

test('the trap notices a page that does reach another host, and a script that does run', async () => {
  const page = await world().browser.newPage()
  await page.setContent('<img src="http://elsewhere.example/seen.png"><script>document.title="ran"</script>')
  await expect.poll(() => world().foreign.splice(0)).toEqual(['elsewhere.example/seen.png'])
  expect(await page.title()).toBe('ran')
  await page.close()
})

/** Something of every kind, so that no page is empty. */
async function filled({ call }: ConsoleWorld): Promise<string[]> {
  const ask = async (path: string, body?: unknown, method?: string) => {
    const answer = await call(path, { ...(body !== undefined && { body }), ...(method && { method }) })
    return (await answer.json()) as Record<string, string>
  }
  const { id } = await ask('/v1/sessions', {})
  const run = await ask('/v1/runs', {
    session: id,
    language: 'python',
    code: 'x = 1\nopen("a.txt", "w").write("a")\nx',
  })
  await ask('/v1/agents', { name: 'ada' })
  await ask('/v1/runs', { language: 'python', code: 'prnt(1)', agent: 'ada', options: { tests: true } })
  for (const code of ['x = 3\nprnt(x)\n', 'for n in [1, 2]:\n    prnt(n)\n'])
    await ask('/v1/runs', { language: 'python', code })
  await ask('/v1/feedback/learn', {})
  await ask(`/v1/sessions/${id}/checkpoints`, { label: 'first' })
  await ask('/v1/volumes', { name: 'data' })
  const steps = [{ id: 'one', action: { type: 'code.run', input: { language: 'python', code: 'print(1)' } } }]
  const { planId } = await ask('/v1/plans', { steps })
  const { sandboxID } = await ask('/sandboxes', { templateID: 'base', timeout: 900, secure: true })
  const views = ['story', 'timeline', 'log', 'graph', 'raw'].map((view) => `/runs/${run.runId}?view=${view}`)
  const parts = ['cells', 'variables', 'files', 'history', 'terminal'].map((view) => `/sessions/${id}?view=${view}`)
  const others = [
    '/chat',
    '/browsers',
    '/storage',
    '/storage/data',
    '/plans',
    `/plans/${planId}`,
    '/approvals',
    '/machines',
    `/machines/${sandboxID}`,
  ]
  const memory = ['insights', 'playbook', 'programs', 'agents', 'strategies', 'patterns'].map(
    (view) => `/memory?view=${view}`,
  )
  const settings = ['policy', 'packages', 'keys', 'settings', 'host'].map((view) => `/settings?view=${view}`)
  const observe = ['health', 'numbers', 'log'].map((view) => `/observe?view=${view}`)
  return [
    '/',
    `/?run=${run.runId}`,
    '/runs',
    ...views,
    '/sessions',
    ...parts,
    ...others,
    ...memory,
    ...observe,
    ...settings,
  ]
}

test('every page opens by its address without a complaint, axe finds nothing in it in both themes, and a phone shows it whole', async () => {
  const pages = await filled(world())
  const problems: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page, complaints, context } = await visitor(world(), { colorScheme, key: world().keys.ada })
    for (const path of pages) {
      await page.goto(world().url + path)
      await page.locator('main > *').first().waitFor()
      await page.getByText('Loading …').first().waitFor({ state: 'detached' })
      problems.push(...(await axeViolations(page)).map((each) => `${colorScheme} ${path} ${each}`))
    }
    await page.setViewportSize({ width: 390, height: 844 })
    for (const path of pages) {
      await page.goto(world().url + path)
      await page.locator('main > *').first().waitFor()
      const beyond = await page.evaluate('document.querySelector("main").scrollWidth - innerWidth')
      if (Number(beyond) > 0) problems.push(`${path} is ${beyond} px too wide for a phone`)
    }
    problems.push(...complaints)
    await context.close()
  }
  expect(problems).toEqual([])
})

test('the page to sign in is usable by everybody too, and says what is wrong with a key', async () => {
  const { url, browser } = world()
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ colorScheme, viewport: { width: 390, height: 844 } })
    const page = await context.newPage()
    await page.goto(`${url}/sign-in`)
    await page.locator('input[name=key]').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.locator('input[name=key]').fill('e2b_wrong')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'))).toBeLessThanOrEqual(0)
    await context.close()
  }
})

test('a session keeps a state, is changed, goes back to it and branches from it, by mouse', async () => {
  const { url } = world()
  const { page, complaints, context } = await visitor(world())
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(`${url}/sessions`)
  await page.getByRole('button', { name: 'New session' }).click()
  const cell = async (code: string) => {
    await page.getByRole('tab', { name: 'Cells' }).click()
    await page.locator('.cell .cm-content').last().click()
    await page.keyboard.insertText(code)
    await page.getByRole('button', { name: /^Run/ }).click()
  }
  await cell('x = 1')
  await page.locator('.cell .is-ok').first().waitFor()
  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByLabel('Name of a new checkpoint').fill('one')
  await page.getByRole('button', { name: 'Keep this state' }).click()
  await page.locator('.checkpoint', { hasText: 'one' }).waitFor()
  await cell('x = 2')
  await page.getByText('2 executions').waitFor()
  await page.getByRole('tab', { name: 'Variables' }).click()
  await page.locator('td', { hasText: /^2$/ }).waitFor()
  await page.getByRole('tab', { name: 'History' }).click()
  const restored = page.waitForResponse('**/restore')
  await page.locator('.checkpoint', { hasText: 'one' }).getByRole('button', { name: 'Restore' }).click()
  expect((await restored).status()).toBe(200)
  await page.getByRole('tab', { name: 'Variables' }).click()
  await page.locator('td', { hasText: /^1$/ }).waitFor()
  const before = page.url()
  await page.getByRole('tab', { name: 'History' }).click()
  await page.locator('.checkpoint', { hasText: 'one' }).getByRole('button', { name: 'Branch' }).click()
  await page.getByText('branched from a checkpoint').waitFor()
  expect(page.url()).not.toBe(before)
  expect(complaints).toEqual([])
  await context.close()
})

test('a machine is made, and a terminal in it answers', async () => {
  const { url } = world()
  const { page, complaints, context } = await visitor(world())
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(`${url}/machines`)
  await page.getByRole('button', { name: 'New machine' }).click()
  await page.getByRole('button', { name: 'Open a terminal' }).click()
  await page.locator('.xterm-rows', { hasText: '$' }).waitFor()
  await page.keyboard.type('echo $((6 * 7))\n')
  await page.locator('.xterm-rows', { hasText: '42' }).waitFor()
  // The end of the machine cuts the terminal, which the browser complains about.
  expect(complaints).toEqual([])
  await page.getByRole('button', { name: 'End', exact: true }).click()
  await page.locator('h1', { hasText: 'Machines' }).waitFor()
  await context.close()
})

test('a command that waits for a person rings the bell, and goes on when it is approved', async () => {
  const { url, call, keys } = world()
  const policy = { method: 'PUT', key: keys.admin, body: { commands: ['id'] } }
  expect((await call('/v1/users/ada/approval-policy', policy)).status).toBe(200)
  const { page, context } = await visitor(world())
  const answer = call('/v1/commands', { body: { command: 'id -un' } })
  await page.getByRole('link', { name: 'Approvals: 1 waiting' }).click()
  await page.getByRole('button', { name: 'Approve' }).click()
  expect((await answer).status).toBe(200)
  await page.getByText('Nothing waits for you').waitFor()
  expect(page.url()).toBe(`${url}/approvals`)
  await context.close()
})

test('dangers of a program stand in the gutter at their lines, and in the words of guard', async () => {
  const { url } = world()
  const { page, context } = await visitor(world())
  await runInPage(page, url, 'import os\nprint(eval(os.environ.get("X", "6 * 7")))')
  await page.locator('.stage', { hasText: 'guard' }).locator('.stage-words', { hasText: 'warning' }).waitFor()
  await page.locator('.story-code .cm-finding-blocked').first().waitFor()
  await context.close()
})
