import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Axe {
  run(): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>
}

/** Every violation that axe finds in the page as it is now: the rule, the elements, and what is wrong with the first. */
export async function axeViolations(page: Page): Promise<string[]> {
  // The debugger puts the script in: the policy of the page would refuse it.
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.evaluate', { expression: SOURCE })
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: Axe }).axe.run())
  await session.detach()
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map(({ html }) => html.slice(0, 120))
        .join(' | ')
        .slice(0, 600)} ${nodes[0]?.failureSummary ?? ''}`,
  )
}
