import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { oneConsole, visitor } from './support/console-browser.ts'

const world = oneConsole()
const MANY = 10_000

interface Listed {
  path: string
  /** The path of the answer, and the field that holds the rows; an empty one is the answer itself. */
  api: string
  field: string
  row(n: number): object
  /** Its words without rows. */
  empty: RegExp
  label: string
}

const at = 1_790_000_000_000
const idOf = (kind: string, n: number) => `${kind}${String(n).padStart(21, '0')}`
const LISTS: Listed[] = [
  {
    ...{ path: '/runs', api: '/v1/runs', field: 'runs', label: 'Runs', empty: /No runs yet/ },
    row: (n) => ({
      runId: idOf('run', n),
      outcome: 'ok',
      languages: ['python'],
      durationMs: n,
      startedAt: at,
      attempts: 1,
    }),
  },
  {
    ...{ path: '/sessions', api: '/v1/sessions', field: 'sessions', label: 'Sessions', empty: /No sessions yet/ },
    row: (n) => ({ id: idOf('ses', n), status: 'saved', languages: [], executions: n, conversation: 'c', usedAt: at }),
  },
  {
    ...{ path: '/plans', api: '/v1/plans', field: 'plans', label: 'Plans', empty: /No plans yet/ },
    row: (n) => ({ id: idOf('pln', n), name: `plan ${n}`, state: 'done', replans: 0, createdAt: at }),
  },
  {
    ...{ path: '/approvals', api: '/v1/approvals', field: 'approvals', label: 'Answered', empty: /Nothing waits/ },
    row: (n) => ({
      id: idOf('apr', n),
      title: `touch ${n}`,
      state: 'approved',
      decidedBy: 'ada',
      decidedAt: at,
      askedAt: at,
    }),
  },
  {
    ...{ path: '/memory?view=programs', api: '/v1/memory/patterns', field: 'patterns', label: 'Programs' },
    empty: /No programs yet/,
    row: (n) => ({
      id: idOf('pat', n),
      task: `task ${n}`,
      code: '1',
      language: 'python',
      worked: 1,
      source: 'run',
      changedAt: at,
    }),
  },
  {
    ...{ path: '/storage', api: '/v1/volumes', field: 'volumes', label: 'Volumes', empty: /No volumes yet/ },
    row: (n) => ({ id: idOf('vol', n), name: `v${n}`, files: n, bytes: n, maxBytes: 1e6, changedAt: at }),
  },
  {
    ...{ path: '/machines', api: '/v2/sandboxes', field: '', label: 'Machines', empty: /No machines/ },
    row: (n) => ({
      sandboxID: idOf('mch', n),
      state: 'running',
      templateID: 'base',
      startedAt: new Date(at),
      endAt: new Date(at),
    }),
  },
  {
    ...{
      path: '/browsers',
      api: '/v1/browsers',
      field: 'browsers',
      label: 'Open browsers',
      empty: /No browser is open/,
    },
    row: (n) => ({ sessionId: idOf('ses', n), tabs: [], isolation: 'wall', openedAt: at }),
  },
]

/** Answers the list as the server does: whole, or the page behind a row. */
async function answerWith(page: Page, { api, field, row }: Listed, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, n) => row(n))
  await page.unroute(`**${api}*`).catch(() => undefined)
  await page.route(`**${api}*`, (route) => {
    const { searchParams } = new URL(route.request().url())
    const before = searchParams.get('before')
    const from = before === null ? 0 : rows.findIndex((each) => Object.values(each)[0] === before) + 1
    const some = rows.slice(from, from + Number(searchParams.get('limit') ?? count))
    return route.fulfill({ json: field === '' ? some : { [field]: some } })
  })
}

test.each(LISTS)(
  '$path works with none, one and 10,000 rows, by keys to the last one, and says what to do when they do not come',
  async (list) => {
    const { url } = world()
    const { page, complaints, context } = await visitor(world())
    await page.route(`**${list.api}*`, (route) =>
      route.fulfill({
        status: 503,
        json: { error: { code: 'SERVER_BUSY', message: 'Too busy.', hint: 'Try later.' } },
      }),
    )
    await page.goto(url + list.path)
    await page.getByRole('alert').filter({ hasText: 'Too busy.' }).waitFor()
    await answerWith(page, list, 0)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText(list.empty).waitFor()
    await answerWith(page, list, 1)
    await page.reload()
    const table = page.getByRole('region', { name: list.label, exact: true })
    await table.locator('tbody tr').waitFor()
    await answerWith(page, list, MANY)
    await page.reload()
    await table.locator('tbody tr').nth(1).waitFor()
    const last = table.locator(`tr[aria-rowindex="${MANY + 1}"]`)
    // A list of pages grows while one scrolls to its end.
    for (let turns = 0; turns < 200 && (await last.count()) === 0; turns++) {
      const grown = Number(await table.locator('table').getAttribute('aria-rowcount'))
      await table.focus()
      await expect
        .poll(async () => {
          // A key that comes while the list still scrolls leads to the end as it was.
          await page.keyboard.press('End')
          return (await last.count()) > 0 || Number(await table.locator('table').getAttribute('aria-rowcount')) > grown
        })
        .toBe(true)
    }
    expect(await last.count()).toBe(1)
    expect(await table.locator('tbody tr').count()).toBeLessThan(200)
    expect(complaints.filter((text) => !text.includes('503'))).toEqual([])
    await context.close()
  },
)
