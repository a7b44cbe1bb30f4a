import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeViolations } from './support/axe-violations.ts'
import { type ConsoleWorld, oneConsole, runInPage, visitor } from './support/console-browser.ts'

const world = oneConsole()

async function started({ call }: ConsoleWorld, code: string, options = {}): Promise<string> {
  const answer = await call('/v1/runs', { body: { language: 'python', code, options } })
  return ((await answer.json()) as { runId: string }).runId
}

const idOf = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? ''

test('a run is done again by its button, and the new one has a page of its own', async () => {
  const { url, call } = world()
  const { page, complaints, context } = await visitor(world())
  const id = await started(world(), 'print("once", "more")')
  await page.goto(`${url}/runs/${id}`)
  await page.getByRole('button', { name: 'Run again' }).click()
  await page.waitForURL((address) => address.pathname.startsWith('/runs/run') && !address.pathname.endsWith(id))
  await page.locator('.run-head .badge', { hasText: 'ok' }).waitFor()
  await page.locator('.log-line', { hasText: 'once more' }).waitFor()
  const again = await (await call(`/v1/runs/${idOf(page)}`)).json()
  expect(again).toMatchObject({ outcome: 'ok', blocks: [{ attempts: [{ stdout: 'once more\n' }] }] })
  expect(complaints).toEqual([])
  await context.close()
})

test('a first visitor chooses an example, runs it and reads its story by mouse', async () => {
  const { url } = world()
  const { page, complaints, context } = await visitor(world())
  await page.goto(url)
  await page.getByRole('button', { name: 'a misspelt name' }).click()
  await page.getByRole('button', { name: /^Run/ }).click()
  await page.locator('.run-head .badge', { hasText: 'ok, repaired' }).waitFor({ timeout: 60_000 })
  await page.locator('.stage', { hasText: 'correct' }).locator('summary').click()
  await page.locator('.stage', { hasText: 'correct' }).locator('details[open]').waitFor()
  await page.getByRole('link', { name: /Open this run on its own/ }).click()
  for (const view of ['Timeline', 'Log', 'Graph', 'Raw', 'Story'])
    await page.getByRole('tab', { name: view, exact: true }).click()
  await page.locator('.log-line', { hasText: 'average: 77.75' }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('a text without code gets advice, and runs when somebody says its language', async () => {
  const { url } = world()
  const { page, complaints, context } = await visitor(world())
  await runInPage(page, url, 'echo the linked program')
  expect(await page.locator('.run-head .badge').innerText()).toBe('nothing to run')
  await page.getByText('choose its language and run it again').waitFor()
  await page.getByLabel('Language').selectOption('bash')
  await page.locator('.run-write button.main').click()
  await page.locator('.log-line', { hasText: /^the linked program$/ }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('a program in another language than Python runs, guessed or chosen', async () => {
  const { url } = world()
  const { page, complaints, context } = await visitor(world())
  await runInPage(page, url, 'const words = ["guessed", "program"]\nconsole.log(words.join(" "))\n')
  await page.locator('.log-line', { hasText: 'guessed program' }).waitFor()
  await page.getByLabel('Language').selectOption('ruby')
  await page.locator('.run-write .cm-content').click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText('puts "chosen program"')
  await page.locator('.run-write button.main').click()
  await page.locator('.log-line', { hasText: 'chosen program' }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

const SLEEPS = 'print("begun", flush=True)\nimport time\ntime.sleep(120)'

test('a program that goes on is cancelled by the button of its page, and by Escape where it was started', async () => {
  const { url, call } = world()
  const { page, complaints, context } = await visitor(world())
  const { runId } = (await (
    await call('/v1/runs', { body: { language: 'python', code: SLEEPS, background: true } })
  ).json()) as { runId: string }
  await page.goto(`${url}/runs/${runId}`)
  await page.locator('.log-line', { hasText: 'begun' }).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.locator('.run-head .badge', { hasText: 'cancelled' }).waitFor()
  expect(await (await call(`/v1/runs/${runId}`)).json()).toMatchObject({ outcome: 'cancelled' })
  await page.goto(url)
  await page.locator('.run-write .cm-content').click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.keyboard.insertText(SLEEPS)
  await page.keyboard.press('Control+Enter')
  await page.locator('.log-line', { hasText: 'begun' }).waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.run-head .badge', { hasText: 'cancelled' }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

const BROKEN = 'total = 2\nprint(totl)'

test('a change that was too unsure to be made is shown as a difference, and runs when somebody accepts it', async () => {
  const { url } = world()
  const { page, complaints, context } = await visitor(world())
  const id = await started(world(), BROKEN, { repairConfidence: 0.99 })
  await page.goto(`${url}/runs/${id}`)
  const suggested = page.getByRole('region', { name: 'Suggested change' })
  await suggested.locator('.cm-deletedChunk', { hasText: 'totl' }).waitFor()
  expect(await page.locator('.story-end').getAttribute('class')).toContain('is-failed')
  expect(await axeViolations(page)).toEqual([])
  await suggested.getByRole('button', { name: 'Accept and run' }).click()
  await page.waitForURL((address) => !address.href.includes(id))
  await page.locator('.run-head .badge', { hasText: 'ok' }).waitFor()
  await page.locator('.log-line', { hasText: /^2$/ }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('a blocked program is told once, and not in the colour of success', async () => {
  const { url } = world()
  const { page, context } = await visitor(world())
  await page.goto(`${url}/runs/${await started(world(), 'import shutil\nshutil.rmtree("/")')}`)
  await page.getByRole('alert').filter({ hasText: 'mass-deletion' }).waitFor()
  await page.locator('.stage[data-state="blocked"]', { hasText: 'guard' }).waitFor()
  expect(await page.locator('.story-end').count()).toBe(0)
  await context.close()
})

test('a link to a run on the first page shows its program in the editor, and leaves what somebody wrote', async () => {
  const { url } = world()
  const { page, complaints, context } = await visitor(world())
  const first = await started(world(), 'text = "the linked program"\nprint(text)')
  await page.goto(`${url}/?run=${first}`)
  await page.locator('.run-write .cm-content', { hasText: 'the linked program' }).waitFor()
  await page.getByLabel('Language').locator('option', { hasText: 'Guess: python' }).waitFor({ state: 'attached' })
  const second = await runInPage(page, url, 'print("my own")')
  await page.goBack()
  await page.goForward()
  await page.locator('.run-write .cm-content', { hasText: 'my own' }).waitFor()
  expect(new URL(page.url()).searchParams.get('run')).toBe(second)
  expect(complaints).toEqual([])
  await context.close()
})
