import type { Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { oneConsole, visitor } from './support/console-browser.ts'

const world = oneConsole()

test('a thing that is not there leads to its list', async () => {
  const { url } = world()
  const { page, context } = await visitor(world())
  for (const [path, noun, list] of [
    ['/runs/run01jr5c2k7h3m0v9t4qd6e', 'run', '/runs'],
    ['/runs/none', 'run', '/runs'],
    ['/sessions/none', 'session', '/sessions'],
    ['/plans/none', 'plan', '/plans'],
    ['/machines/none', 'machine', '/machines'],
    ['/storage/none', 'volume', '/storage'],
    ['/chat/none', 'conversation', '/chat'],
  ] as const) {
    await page.goto(url + path)
    await page.getByText(`There is no such ${noun}.`).waitFor()
    await page
      .getByRole('main')
      .getByRole('link', { name: /^All |^Begin one/ })
      .click()
    expect(new URL(page.url()).pathname).toBe(list)
  }
  await context.close()
})

test('a server that does not answer, or has no longer a part of the page, is told as such, and can be tried again', async () => {
  const { url } = world()
  const { page, context } = await visitor(world())
  const fails = (route: Route) => route.abort()
  await page.route('**/console/me', fails)
  await page.goto(`${url}/runs`)
  const alert = page.getByRole('alert')
  await alert.getByText('The server does not answer.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/runs')
  await page.unroute('**/console/me')
  await alert.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Runs' }).waitFor()
  await page.route('**/assets/plans-page*', fails)
  await page.getByRole('link', { name: 'Plans' }).click()
  await alert.getByText('This part of the page could not be loaded.').waitFor()
  await page.unroute('**/assets/plans-page*')
  await alert.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Plans' }).waitFor()
  await context.close()
})

test('a sign-in that has ended says so, and the next one leads back; another page has the focus and begins at its top', async () => {
  const { url, keys } = world()
  const { page, context } = await visitor(world())
  await page.goto(`${url}/memory?view=strategies`)
  await page.locator('table.rows td').first().waitFor()
  await page.evaluate('document.querySelector("main").scrollTop = 300')
  await page.getByRole('link', { name: 'Sessions' }).click()
  await page.getByRole('heading', { name: 'Sessions' }).waitFor()
  const place = 'document.activeElement.tagName + document.querySelector("main").scrollTop'
  expect(await page.evaluate(place)).toBe('MAIN0')
  await context.clearCookies()
  await page.getByRole('link', { name: 'Plans' }).click()
  await page.getByText('Your sign-in has ended.').waitFor()
  await page.locator('input[name=key]').fill(keys.ada)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Plans' }).waitFor()
  await context.close()
})
