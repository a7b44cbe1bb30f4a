// Draws what a command showed on a terminal as an SVG, for the documents:
//   script -qec 'npx anneal run report.py' /dev/null | node scripts/terminal-picture.js 'anneal run report.py' > docs/picture/run.svg
import { readFileSync } from 'node:fs'

const WIDTH = 8.4
const HEIGHT = 19
const MARGIN = 18
const COLOURS = { 31: '#ff7b72', 32: '#7ee787', 33: '#f2cc60', 35: '#d2a8ff', 36: '#76e3ea' }
const PLAIN = '#e6edf3'

const command = process.argv[2] ?? ''
const text = readFileSync(0, 'utf8').replaceAll('\r\n', '\n')
// A line that was written over shows only what stood there last.
const lines = text.split('\n').map((line) => line.slice(line.lastIndexOf('\u001b[K') + 1).replace(/^\[K/, ''))
while (lines.at(-1) === '') lines.pop()

const shown = [`\u001b[32m$\u001b[39m ${command}`, ...lines].map(drawLine)
const columns = Math.max(...[command, ...lines].map((line) => withoutCodes(line).length), 80)
const width = Math.ceil(columns * WIDTH + 2 * MARGIN)
const height = Math.ceil(shown.length * HEIGHT + 2 * MARGIN)

process.stdout.write(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${escaped(command)}</title>
<rect width="100%" height="100%" rx="10" fill="#0d1117"/>
<g font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="14" fill="${PLAIN}">
${shown.map((spans, row) => `<text x="${MARGIN}" y="${MARGIN + (row + 0.75) * HEIGHT}" xml:space="preserve">${spans}</text>`).join('\n')}
</g>
</svg>
`)

/** @param {string} line */
function drawLine(line) {
  const style = { fill: '', dim: false, bold: false }
  let spans = ''
  for (const [, codes, words] of line.matchAll(/(?:\u001b\[([\d;]*)m)?([^\u001b]*)/g)) {
    for (const code of (codes ?? '').split(';').filter(Boolean).map(Number)) applyCode(style, code)
    if (words) spans += `<tspan${attributesOf(style)}>${escaped(words)}</tspan>`
  }
  return spans
}

/** @param {{ fill: string, dim: boolean, bold: boolean }} style @param {number} code */
function applyCode(style, code) {
  if (code === 2) style.dim = true
  else if (code === 1) style.bold = true
  else if (code === 22) style.dim = style.bold = false
  else if (code === 39 || code === 0) style.fill = ''
  else style.fill = COLOURS[code] ?? style.fill
}

/** @param {{ fill: string, dim: boolean, bold: boolean }} style */
function attributesOf({ fill, dim, bold }) {
  return [fill && ` fill="${fill}"`, dim && ' opacity="0.6"', bold && ' font-weight="bold"'].filter(Boolean).join('')
}

/** @param {string} line */
function withoutCodes(line) {
  return line.replace(/\u001b\[[\d;]*m/g, '')
}

/** @param {string} words */
function escaped(words) {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
