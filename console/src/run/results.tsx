import type { ShownValue } from 'anneal-contract/run.ts'
import { lazy, type ReactNode, Suspense } from 'react'
import { Chart, isChart } from './chart.tsx'
import { OutputFrame } from './output-frame.tsx'

const Markdown = lazy(() => import('../markdown/markdown.tsx').then((module) => ({ default: module.Markdown })))
const Formula = lazy(() => import('../markdown/formula.tsx').then((module) => ({ default: module.Formula })))

const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : Array.isArray(value) ? value.join('') : JSON.stringify(value, null, 2)

/** Values that a program showed, each in the richest form that is safe to show. */
export function Results({ values }: { values: readonly ShownValue[] }) {
  return (
    <div className="stack">
      {values.map((value, index) => (
        <figure key={index} className="result">
          <Suspense fallback={<p className="quiet-text">Loading …</p>}>{drawn(value)}</Suspense>
          {value.isResult && <figcaption className="quiet-text small">the value of the last line</figcaption>}
        </figure>
      ))}
    </div>
  )
}

function drawn({ data }: ShownValue): ReactNode {
  const chart = Object.entries(data).find(([type, value]) => /chart/.test(type) && isChart(value))?.[1]
  const picture = PICTURES.find((type) => typeof data[type] === 'string')
  const bytes = picture === undefined ? '' : textOf(data[picture]).replaceAll(/\s/g, '')
  // Anything else in the place of bytes is no picture, and the next form of the value is shown.
  if (bytes !== '' && /^[A-Za-z0-9+/]+=*$/.test(bytes))
    return (
      <>
        {isChart(chart) && <Chart chart={chart} />}
        <img src={`data:${picture};base64,${bytes}`} alt={textOf(data['text/plain'] ?? 'a picture')} />
      </>
    )
  if (isChart(chart)) return <Chart chart={chart} />
  const markup = data['text/html'] ?? data['image/svg+xml']
  if (markup !== undefined) return <OutputFrame html={textOf(markup)} title="Output of the program" />
  if (data['text/latex'] !== undefined) return <Formula text={bareFormula(textOf(data['text/latex']))} isBlock />
  if (data['text/markdown'] !== undefined) return <Markdown text={textOf(data['text/markdown'])} />
  const [first] = [data['text/plain'], data['application/json'], ...Object.values(data)].filter(
    (each) => each !== undefined,
  )
  return <pre>{textOf(first ?? '')}</pre>
}

/** A formula without the signs that set it off from words. */
const bareFormula = (text: string): string =>
  text.trim().replace(/^(\$\$?|\\\[|\\\()([\s\S]*?)(\$\$?|\\\]|\\\))$/, '$2')
