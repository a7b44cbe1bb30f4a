import { expect, test } from 'vitest'
import { withServer } from './support/engine.ts'
import { runSuite } from './support/mcp/conformance.ts'
import { everything } from './support/mcp/everything.ts'

/** The number of scenarios that a revision requires of servers; the suite names them in its own list. */
const REQUIRED = { '2026-07-28': 37, '2025-11-25': 30 }

test('the official conformance suite passes in both revisions, and no failure is expected', async () => {
  await withServer({ mcp: everything }, async ({ url, keys }) => {
    for (const [revision, scenarios] of Object.entries(REQUIRED)) {
      const { code, printed } = await runSuite(url, keys.ada, '--requirements', revision)
      const summary = printed.slice(printed.indexOf('=== SUMMARY ==='))
      const [scored = '', rest = ''] = summary.split('Not scored')
      const unscored = [...rest.matchAll(/[✓✗] (\S+) \(/g)].map(([, name]) => name)
      const lines = [...scored.matchAll(/^([✓✗]) ([\w-]+): (.*)$/gm)].filter(([, , name]) => !unscored.includes(name))
      expect(lines.filter(([, mark]) => mark !== '✓').map(([line]) => line)).toEqual([])
      expect(lines).toHaveLength(scenarios)
      expect(code, printed).toBe(0)
    }
  })
})
