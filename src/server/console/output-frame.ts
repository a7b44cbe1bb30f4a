import { createHash } from 'node:crypto'

/**
 * The script of the frame: it shows the markup that the page sends, tells its height, and does nothing else. The markup is read in a
 * document without effects, where elements that act by being there are taken out; handlers that are left are refused by the policy.
 */
const SCRIPT = `
const tell = () => parent.postMessage({ height: Math.ceil(document.documentElement.getBoundingClientRect().height) }, '*')
addEventListener('message', ({ source, data }) => {
  if (source !== parent || typeof data?.html !== 'string') return
  document.documentElement.dataset.theme = data.theme === 'dark' ? 'dark' : 'light'
  const parsed = new DOMParser().parseFromString(data.html, 'text/html')
  for (const each of parsed.querySelectorAll('meta, base, link, script, iframe, frame, object, embed')) each.remove()
  document.body.replaceChildren(...parsed.head.querySelectorAll('style'), ...parsed.body.childNodes)
  tell()
})
addEventListener('click', (event) => { if (event.target.closest?.('a')) event.preventDefault() }, true)
new ResizeObserver(tell).observe(document.documentElement)
parent.postMessage({ ready: true }, '*')
`

const STYLE = `
:root { color-scheme: light; --text: #1b1916; --line: #d8d3cc; --head: #f3f0ec }
:root[data-theme=dark] { color-scheme: dark; --text: #ece8e2; --line: #45403a; --head: #2a2622 }
html { background: transparent }
body { margin: 0; padding: 8px 12px; font: 13px/20px system-ui, sans-serif; color: var(--text); overflow-wrap: anywhere }
table { border-collapse: collapse; font: 12px/16px ui-monospace, monospace; font-variant-numeric: tabular-nums }
th, td { padding: 4px 10px; border-bottom: 1px solid var(--line); text-align: right }
th { background: var(--head) }
img, svg { max-width: 100% } pre { overflow: auto }
`

const hash = createHash('sha256').update(SCRIPT).digest('base64')

export const FRAME_PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Output</title><style>${STYLE}</style></head><body></body><script>${SCRIPT}</script></html>`

/** The frame has no origin, reaches nothing, sends no forms, and belongs to the console alone. */
export function frameHeaders(pages: string): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${hash}'`,
    "style-src 'unsafe-inline'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    'sandbox allow-scripts',
    `frame-ancestors ${pages}`,
  ]
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'x-dns-prefetch-control': 'off',
    'cross-origin-resource-policy': 'cross-origin',
  }
}
