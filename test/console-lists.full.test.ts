import { expect, test } from 'vitest'
import { oneConsole, visitor } from './support/console-browser.ts'

const world = oneConsole()
const MANY = 10_000
const at = 1_790_000_000_000
const idOf = (kind: string, n: number) => `${kind}${String(n).padStart(21, '0')}`

interface Listed {
  path: string
  /** The path of the answer, which is asked for once. */
  api: string
  answer(rows: number[]): object
  /** One drawn row. */
  drawn: string
  empty: RegExp
}

const table = (label: string) => `section[aria-label="${label}"] tbody tr[aria-rowindex]`
const LISTS: Listed[] = [
  {
    ...{ path: '/chat', api: '/v1/chats', drawn: '.chat-row', empty: /Your first question begins one/ },
    answer: (rows) => ({
      chats: rows.map((n) => ({
        ...{ id: idOf('cht', n), name: null, title: `talk ${n}`, sessionId: null, messages: 2, branchOf: null },
        ...{ createdAt: at - n, updatedAt: at - n, isAnswering: false },
      })),
    }),
  },
  {
    ...{ path: '/memory?view=playbook', api: '/v1/playbook', drawn: 'section[aria-label^="lesson "]' },
    empty: /No lessons yet\. A repair that holds/,
    answer: (rows) => ({
      lessons: rows.map((n) => ({
        ...{ id: idOf('les', n), title: `lesson ${n}`, body: 'b', text: 't', state: 'active', helpful: 1, harmful: 0 },
        ...{ tokens: 1, contradicts: [], sharedWith: [], provedBy: [], createdAt: at, changedAt: at },
      })),
      ...{ granted: [], budget: { tokens: 4000, used: 1 }, seq: 1 },
    }),
  },
  {
    ...{ path: '/memory?view=agents', api: '/v1/agents', drawn: 'section[aria-label^="agent "]' },
    empty: /No agents yet\. Name one/,
    answer: (rows) => ({
      agents: rows.map((n) => ({
        ...{ id: idOf('agt', n), name: `agent ${n}`, description: null, createdAt: at, runs: 1, succeeded: 1 },
        ...{ domains: [], lessons: { active: 0, candidate: 0 }, sharedWith: [] },
      })),
    }),
  },
  {
    ...{ path: '/memory?view=patterns', api: '/v1/error-patterns', drawn: table('Failure patterns') },
    empty: /An administrator adds one/,
    answer: (rows) => ({
      patterns: rows.map((n) => ({
        id: `team/error-${n}`,
        type: 'E',
        category: 'logic',
        explain: 'e',
        strategies: [],
      })),
    }),
  },
  {
    ...{ path: '/observe?view=log', api: '/v1/logs', drawn: table('Log'), empty: /Choose a lower level/ },
    answer: (rows) => ({
      lines: rows.map((n) => ({ at, level: 'info', event: 'e', runId: '', userId: '', message: `line ${n}` })),
    }),
  },
  {
    ...{ path: '/settings?view=packages', api: '/v1/packages', drawn: table('Packages'), empty: /No packages beyond/ },
    answer: (rows) => ({
      packages: rows.map((n) => ({ name: `package-${n}`, version: '1', language: 'python', origin: 'host' })),
    }),
  },
]

test.each(LISTS)(
  '$path shows none, one and 10,000 rows, and says what to do without one or without an answer',
  async ({ path, api, answer, drawn, empty }) => {
    const { url } = world()
    const { page, complaints, context } = await visitor(world())
    const address = new RegExp(`${api}(\\?.*)?$`)
    const answering = async (count: number) => {
      await page.unroute(address)
      const json = answer(Array.from({ length: count }, (_, n) => n))
      await page.route(address, (route) => route.fulfill({ json }))
    }
    const error = { code: 'SERVER_BUSY', message: 'Too busy.', hint: 'Try later.' }
    await page.route(address, (route) => route.fulfill({ status: 503, json: { error } }))
    await page.goto(url + path)
    const alert = page.getByRole('alert').filter({ hasText: 'Too busy.' })
    await alert.getByText('Try later.').waitFor()
    await answering(0)
    await alert.getByRole('button', { name: 'Try again' }).click()
    await page.getByText(empty).waitFor()
    await answering(1)
    await page.reload()
    await page.locator(drawn).waitFor()
    await answering(MANY)
    await page.reload()
    await page.locator(drawn).nth(1).waitFor()
    const count = await page.locator(drawn).count()
    expect(count).toBeGreaterThan(1)
    expect(count).toBeLessThanOrEqual(200)
    expect(complaints.filter((text) => !text.includes('503'))).toEqual([])
    await context.close()
  },
)
