import { readFileSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { expect, test } from 'vitest'

const VIEW = readFileSync(new URL('../src/mcp/run-view.html', import.meta.url), 'utf8')

/** A client that shows the page as MCP Apps say: a frame without rights, and messages. */
const HOST = `<iframe sandbox="allow-scripts"></iframe><script>
  const frame = document.querySelector('iframe')
  window.said = []
  addEventListener('message', ({ source, data }) => {
    if (source !== frame.contentWindow) return
    window.said.push(data.method ?? data.id)
    const send = (message) => source.postMessage({ jsonrpc: '2.0', ...message }, '*')
    if (data.method === 'ui/initialize') send({ id: data.id, result: { protocolVersion: '2026-01-26' } })
    if (data.method === 'ui/notifications/initialized') send({ method: 'ui/notifications/tool-result', params: window.result })
  })
</script>`

const HOSTILE = "<img src=x onerror=\"parent.postMessage({ method: 'attack' }, '*')\">"
const RESULT = {
  content: [{ type: 'text', text: JSON.stringify({ stdout: `45\n${HOSTILE}` }) }],
  structuredContent: {
    runId: 'run1',
    outcome: 'ok',
    attempts: [
      { n: 1, language: 'python', endedBy: 'exit', exitCode: 1, durationMs: 20, error: HOSTILE },
      {
        n: 2,
        language: 'python',
        endedBy: 'exit',
        exitCode: 0,
        durationMs: 20,
        why: 'closed the bracket',
        diff: '-a\n+b',
      },
    ],
  },
}

test('the view of a run draws attempts and changes in a frame without rights, and output in it stays text', async () => {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage()
    await page.setContent(HOST)
    const given = JSON.stringify({ view: VIEW, result: RESULT })
    await page.evaluate(`Object.assign(window, ${given}); document.querySelector('iframe').srcdoc = window.view`)
    const view = page.frameLocator('iframe')
    await view.getByText('Attempt 2').waitFor()
    expect(await view.locator('h1').textContent()).toBe('Run run1: ok')
    expect(await view.locator('.added').allTextContents()).toEqual(['+b\n'])
    expect(await view.locator('pre').last().textContent()).toContain(HOSTILE)
    expect(await view.locator('img').count()).toBe(0)
    await expect.poll(() => page.evaluate('window.said')).toContain('ui/notifications/size-changed')
    expect(await page.evaluate('window.said')).not.toContain('attack')
  } finally {
    await browser.close()
  }
})
