import { expect, test } from 'vitest'
import { axeViolations } from './support/axe-violations.ts'
import { oneConsole, runInPage, visitor } from './support/console-browser.ts'

const world = oneConsole()

const BROKEN = `def average(numbers):
    total = sum(numbers)
    return totl / len(numbers)

print("average:", average([70, 80, 90]))`

test('a person pastes a broken program, presses one key, and sees it found, run, understood, corrected and run again', async () => {
  const { url } = world()
  const { page, complaints, context } = await visitor(world())
  const id = await runInPage(page, url, BROKEN)
  expect(await page.locator('.run-head .badge').innerText()).toBe('ok, repaired')
  for (const stage of ['detect', 'guard', 'execute', 'diagnose', 'correct'])
    await page.locator('.stage[data-state="ok"]', { hasText: stage }).waitFor()
  await page.locator('.stage-words', { hasText: 'Wrote "total" for "totl"' }).waitFor()
  await page.locator('.log-line', { hasText: 'average: 80.0' }).waitFor()
  // The story of attempt 1, by keys: the line that failed, then both compared.
  await page.goto(`${url}/runs/${id}`)
  await page.locator('.story-code .cm-content').waitFor()
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await page.keyboard.press('[')
  await page.locator('.cm-mark-failed', { hasText: 'totl' }).waitFor()
  expect(new URL(page.url()).searchParams.get('attempt')).toBe('1')
  await page.keyboard.press(']')
  await page.keyboard.press('d')
  await page.locator('.cm-deletedChunk', { hasText: 'totl' }).waitFor()
  await page.getByRole('tab', { name: 'Timeline' }).click()
  await page.locator('.flame-bar[data-kind="correct"]').first().click()
  const chosen = new URL(page.url()).searchParams.get('event')
  await page.getByRole('tab', { name: 'Log' }).click()
  expect(await page.locator('.event-row[aria-pressed="true"] .number').first().innerText()).toBe(chosen)
  await page.keyboard.press('g')
  await page.keyboard.press('r')
  const row = page.locator('tr', { hasText: id.slice(-6) })
  expect(await row.locator('.row-link').innerText()).toBe('def average(numbers)')
  await page.getByLabel('Search titles and ids').fill('nothing like it')
  await page.getByText('No run fits these filters.').waitFor()
  await page.getByLabel('Search titles and ids').fill('AVERAGE(')
  await row.locator('.row-link').click()
  await page.getByRole('heading', { name: 'def average(numbers)' }).waitFor()
  expect(await page.title()).toBe('def average(numbers) · Runs · Anneal')
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await page.locator('h1', { hasText: 'Sessions' }).waitFor()
  expect(complaints).toEqual([])
  expect(world().foreign).toEqual([])
  await context.close()
})

const MARKUP = `<b>bold</b><script>parent.postMessage('ran','*');document.title='ran'</script><img src="http://elsewhere.example/x.png" onerror="document.title='ran'"><meta http-equiv="refresh" content="0;url=http://elsewhere.example/"><a id=out href="http://elsewhere.example/" target="_top">out</a><form action="http://elsewhere.example/"><button>go</button></form>`

test('output of a program is text, and its markup runs nothing, loads nothing and leads nowhere', async () => {
  const { url } = world()
  const { page, complaints, context } = await visitor(world())
  const program = `print(${JSON.stringify(MARKUP)})
print("\\x1b[31mred\\x1b[0m \\x1b]8;;javascript:alert(1)\\x07link\\x1b]8;;\\x07")
class Evil:
    def _repr_html_(self):
        return ${JSON.stringify(MARKUP)}
open('<img src=x onerror=alert(1)>.txt', 'w').write('x')
Evil()`
  await runInPage(page, url, program)
  await page.locator('.log-line', { hasText: '<b>bold</b><script>' }).waitFor()
  expect(await page.locator('.ansi-1').innerText()).toBe('red')
  await page.getByRole('tab', { name: /Results/ }).click()
  const frame = page.frameLocator('.output-frame')
  await frame.locator('b', { hasText: 'bold' }).waitFor()
  await frame.locator('#out').click()
  await page.getByRole('tab', { name: /Files/ }).click()
  await page.locator('td', { hasText: '<img src=x onerror=alert(1)>.txt' }).waitFor()
  expect(await page.title()).toMatch(/Anneal$/)
  expect(world().foreign).toEqual([])
  expect(complaints.filter((text) => !/Content Security Policy|Blocked|sandbox/i.test(text))).toEqual([])
  await context.close()
})

test('a visitor without a sign-in is led to it and back to a page of ours, never elsewhere', async () => {
  const { url, browser, keys, engine } = world()
  const context = await browser.newContext()
  const page = await context.newPage()
  for (const [wish, place] of [
    ['/sign-in?next=%2Fruns%3Foutcome%3Dok', '/runs?outcome=ok'],
    ['/sign-in?next=%2F%2Felsewhere.example%2F', '/'],
    ['/sign-in?next=%2F%5Celsewhere.example', '/'],
    ['/sign-in?next=javascript%3Aalert(1)', '/'],
  ] as const) {
    await page.goto(url + wish)
    await page.locator('input[name=key]').fill(keys.ada)
    await page.keyboard.press('Enter')
    await page.locator('.shell').waitFor()
    expect(page.url()).toBe(url + place)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.locator('input[name=key]').waitFor()
  }
  await page.goto(`${url}/settings`)
  await page.locator('input[name=key]').waitFor()
  expect(new URL(page.url()).searchParams.get('next')).toBe('/settings')
  await page.goto(`${url}/sign-in#${engine.signIns.offerLink()}`)
  await page.locator('.shell').waitFor()
  expect(page.url()).toBe(`${url}/`)
  expect(await page.evaluate('document.cookie + localStorage.length')).toBe('0')
  await context.close()
})

test('a person who opens an unknown or refused address gets a page with a way on; a program gets JSON', async () => {
  const { url, browser, keys } = world()
  const context = await browser.newContext()
  const page = await context.newPage()
  const signIn = async () => {
    await page.locator('input[name=key]').fill(keys.ada)
    await page.keyboard.press('Enter')
  }
  expect((await page.goto(`${url}/v1/runs`))?.status()).toBe(401)
  await signIn()
  await page.getByText('"runs":').waitFor()
  await context.clearCookies()
  expect((await page.goto(`${url}/nothing/here`))?.status()).toBe(401)
  await signIn()
  await page.getByRole('heading', { name: 'Nothing is here' }).waitFor()
  expect(await page.title()).toBe('Not found · Anneal')
  expect((await page.goto(`${url}/v1/runs/none`))?.status()).toBe(400)
  await page.getByRole('alert').getByText('runId').waitFor()
  await page.getByRole('link', { name: 'To the first page' }).click()
  await page.locator('.run-write').waitFor()
  const found = await page.goto(`${url}/elsewhere`)
  expect([found?.status(), found?.headers()['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
  await context.close()

  const page404 = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
  const ofPrograms = [
    { accept: '*/*' },
    { accept: 'application/json, text/html' },
    { accept: 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2' },
    { accept: page404, 'sec-fetch-dest': 'empty' },
    { accept: page404, authorization: `Bearer ${keys.ada}` },
  ]
  for (const headers of ofPrograms) {
    const answer = await fetch(`${url}/elsewhere`, { headers })
    expect(await answer.json(), JSON.stringify(headers)).toMatchObject({ error: { hint: expect.any(String) } })
  }
  const bare = await fetch(`${url}/elsewhere/"><script>`, { headers: { accept: page404 } })
  expect([bare.status, bare.headers.get('www-authenticate')]).toEqual([401, null])
  expect(await bare.text()).not.toContain('"><script>')
})

test('the first page is usable by everybody: axe finds nothing in it, in both themes', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page, context } = await visitor(world(), { colorScheme })
    await page.locator('.run-write .cm-content').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await context.close()
  }
})
