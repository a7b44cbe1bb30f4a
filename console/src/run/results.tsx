import type { ShownValue } from 'anneal-contract/run.ts'
import type { ReactNode } from 'react'
import { Chart, isChart } from './chart.tsx'
import { OutputFrame } from './output-frame.tsx'

const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : Array.isArray(value) ? value.join('') : JSON.stringify(value, null, 2)

/** Values that a program showed, each in the richest form that is safe to show. */
export function Results({ values }: { values: readonly ShownValue[] }) {
  return (
    <div className="stack">
      {values.map((value, index) => (
        <figure key={index} className="result">
          {drawn(value)}
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
  if (data['text/latex'] !== undefined) return <pre className="latex">{textOf(data['text/latex'])}</pre>
  if (data['text/markdown'] !== undefined) return <pre>{textOf(data['text/markdown'])}</pre>
  const [first] = [data['text/plain'], data['application/json'], ...Object.values(data)].filter(
    (each) => each !== undefined,
  )
  return <pre>{textOf(first ?? '')}</pre>
}
