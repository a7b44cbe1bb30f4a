import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { serveReactPage } from '../examples/react-page/server.ts'
import { axeViolations } from './support/axe-violations.ts'
import { oneConsole } from './support/console-browser.ts'

const world = oneConsole()

test('the example page of anneal/react shows a run by its stream, under React’s strict mode, and a state that is set by hand', async () => {
  const { url, keys, browser } = world()
  // React checks only in development that effects can begin twice.
  const page = createServer(await serveReactPage({ anneal: url, apiKey: keys.ada, mode: 'development' }))
  await once(page.listen(0, '127.0.0.1'), 'listening')
  const tab = await browser.newPage()
  const complaints: string[] = []
  tab.on('pageerror', (error) => complaints.push(error.message))
  tab.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  // Every state that the first indicator has, in order.
  await tab.addInitScript(`
    const states = (globalThis.states = [])
    new MutationObserver(() => {
      const state = document.querySelector('.reflection-line')?.dataset.state
      if (state && states.at(-1) !== state) states.push(state)
    }).observe(document, { subtree: true, childList: true, attributes: true })`)
  await tab.goto(`http://127.0.0.1:${(page.address() as AddressInfo).port}/`)
  await tab.getByRole('region', { name: 'Driven by' }).getByRole('button', { name: 'Run' }).click()
  await tab.locator('pre', { hasText: 'average: 80.0\nok' }).waitFor({ timeout: 60_000 })
  await tab.locator('.reflection-line[data-state="idle"]').waitFor()
  const states = String(await tab.evaluate('states.join(" ")'))
  expect(states).toMatch(/^(idle )?thinking executing auto_correcting( \w+)* idle$/)
  const card = tab.locator('.reflection-card')
  const press = async (name: string) => {
    await tab.getByRole('region', { name: 'Set by hand' }).getByRole('button', { name, exact: true }).click()
    return (await card.locator('.reflection-words').innerText()).replace('import · ', '')
  }
  expect(await press('Think')).toBe('reading the file')
  expect(await press('Correct, 2 of 3')).toBe('Correcting, 2 of 3')
  expect(await card.locator('[data-full="true"]').count()).toBe(2)
  expect(await press('Run, 40 %')).toBe('Running, 40 %')
  expect(await axeViolations(tab)).toEqual([])
  expect(await press('Rest')).toBe('Idle')
  await card.locator('[role=status]', { hasText: 'import: Idle' }).waitFor()
  expect(complaints).toEqual([])
  await tab.close()
  page.closeAllConnections()
  page.close()
})
