import type { GatewayProblem } from './gateway-problem.ts'

/** The page in place of a preview. It needs nothing from elsewhere, and reloads itself where that helps. */
export function gatewayPage({ status, message, machineId, port }: GatewayProblem): string {
  const facts = [
    ...(machineId === undefined ? [] : [['Sandbox', machineId]]),
    ...(port === undefined ? [] : [['Port', String(port)]]),
    ['Status', String(status)],
  ]
  const isWaiting = status === 502 && port !== undefined
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">${isWaiting ? '\n<meta http-equiv="refresh" content="3">' : ''}
<title>${escaped(message)}</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { min-height: 90vh; display: grid; place-content: center; margin: 0 1.5rem }
  h1 { font-size: 1.25rem; font-weight: 600; margin: 0 0 .25rem }
  p { margin: 0 0 1.25rem; opacity: .7; max-width: 34rem }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 0; font-size: .875rem }
  dt { opacity: .6 }
  dd { margin: 0; font-family: ui-monospace, monospace; overflow-wrap: anywhere }
</style>
<h1>${escaped(message)}</h1>
<p>${escaped(adviceFor(status, isWaiting))}</p>
<dl>${facts.map(([name = '', value = '']) => `<dt>${name}</dt><dd>${escaped(value)}</dd>`).join('')}</dl>
</html>
`
}

function adviceFor(status: number, isWaiting: boolean): string {
  if (isWaiting) return 'Start a server on this port inside the sandbox; this page looks again every few seconds.'
  if (status === 502) return 'It may have reached its timeout, or be paused. Make a new one, or connect to it again.'
  if (status === 403)
    return 'The ports of this sandbox are private: send its token in the header E2B-Traffic-Access-Token.'
  if (status === 429) return 'Close connections that are not needed any more, then try again.'
  return 'Ports of sandboxes have names of the form PORT-SANDBOX, followed by the domain of this server.'
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
