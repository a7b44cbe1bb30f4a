import { useState } from 'react'
import { RowsTable } from '../part/rows-table.tsx'
import { dateText } from '../part/words.ts'
import type { Bucket } from './run-series.ts'

const WIDTH = 480
const HEIGHT = 150
const PAD = { left: 44, right: 64, top: 12, bottom: 22 }
const COLOURS = ['var(--accent)', 'var(--failed)']

interface LineChartProps {
  title: string
  unit: string
  lines: Record<string, (bucket: Bucket) => number | null>
  buckets: Bucket[]
}

/** Lines over time from zero, named at their ends; the same numbers are a table, one key away. */
export function LineChart({ title, unit, lines, buckets }: LineChartProps) {
  const [isTable, setTable] = useState(false)
  const values = buckets.flatMap((bucket) => Object.values(lines).map((of) => of(bucket) ?? 0))
  const high = unit === '%' ? 100 : Math.max(1, ...values)
  const hasData = buckets.some((bucket) => Object.values(lines).some((of) => (of(bucket) ?? 0) > 0))
  return (
    <figure className="panel line-chart">
      <figcaption className="row apart">
        <strong>
          {title}
          {unit && <span className="quiet-text"> ({unit})</span>}
        </strong>
        <button type="button" className="quiet small" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          Table
        </button>
      </figcaption>
      {isTable ? (
        <AsTable title={title} lines={lines} buckets={buckets} />
      ) : (
        <svg className="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`${title} over time`}>
          <Scale high={high} buckets={buckets} />
          {hasData ? (
            Object.entries(lines).map(([name, of], index) => (
              <Line key={name} name={name} values={buckets.map(of)} high={high} colour={COLOURS[index] ?? ''} />
            ))
          ) : (
            <text x={(PAD.left + WIDTH - PAD.right) / 2} y={HEIGHT / 2} textAnchor="middle">
              nothing in this time
            </text>
          )}
        </svg>
      )}
    </figure>
  )
}

const xOf = (index: number, count: number): number =>
  PAD.left + (index / Math.max(1, count - 1)) * (WIDTH - PAD.left - PAD.right)
const yOf = (value: number, high: number): number =>
  HEIGHT - PAD.bottom - (value / high) * (HEIGHT - PAD.top - PAD.bottom)

/** A line that stops where nothing was measured, with a dot where a value stands alone. */
function Line({
  name,
  values,
  high,
  colour,
}: {
  name: string
  values: (number | null)[]
  high: number
  colour: string
}) {
  const places = values.map((value, index) =>
    value === null ? null : ([xOf(index, values.length), yOf(value, high)] as const),
  )
  const path = places
    .map((place, index) =>
      place ? `${places[index - 1] ? 'L' : 'M'}${place[0].toFixed(1)},${place[1].toFixed(1)}` : '',
    )
    .join('')
  const last = places.findLast((place) => place !== null)
  return (
    <g stroke={colour} fill={colour}>
      <path d={path} fill="none" strokeWidth={1.6} strokeLinejoin="round" />
      {places.map(
        (place, index) =>
          place && !places[index - 1] && !places[index + 1] && <circle key={index} cx={place[0]} cy={place[1]} r={2} />,
      )}
      {last && (
        <text x={WIDTH - PAD.right + 6} y={last[1] + 4} stroke="none">
          {name}
        </text>
      )}
    </g>
  )
}

function Scale({ high, buckets }: { high: number; buckets: Bucket[] }) {
  const [first, last] = [buckets[0]?.from ?? 0, buckets.at(-1)?.from ?? 0]
  return (
    <g className="chart-axis">
      {[0, high / 2, high].map((value) => (
        <g key={value}>
          <line x1={PAD.left} x2={WIDTH - PAD.right} y1={yOf(value, high)} y2={yOf(value, high)} />
          <text x={PAD.left - 6} y={yOf(value, high) + 4} textAnchor="end">
            {Number(value.toPrecision(3)).toLocaleString('en')}
          </text>
        </g>
      ))}
      <text x={PAD.left} y={HEIGHT - 4}>
        {dateText(first)}
      </text>
      <text x={WIDTH - PAD.right} y={HEIGHT - 4} textAnchor="end">
        {dateText(last)}
      </text>
    </g>
  )
}

function AsTable({ title, lines, buckets }: Omit<LineChartProps, 'unit'>) {
  const shown = (value: number | null) => (value === null ? '–' : Number(value.toPrecision(4)).toLocaleString('en'))
  return (
    <RowsTable
      rows={buckets.filter(({ runs }) => runs > 0).toReversed()}
      label={`${title} as a table`}
      keyOf={({ from }) => from}
      numbers={Object.keys(lines)}
      columns={{
        From: ({ from }) => dateText(from),
        ...Object.fromEntries(Object.entries(lines).map(([name, of]) => [name, (row: Bucket) => shown(of(row))])),
      }}
    />
  )
}
