/** Data of a chart as code interpreters tell it. */
interface ChartData {
  type?: string
  title?: string
  x_label?: string | null
  y_label?: string | null
  elements: { label?: string; points?: [number | string, number][]; value?: number; angle?: number }[]
}

export const isChart = (value: unknown): value is ChartData =>
  typeof value === 'object' && value !== null && Array.isArray((value as ChartData).elements)

const WIDTH = 520
const HEIGHT = 220
const PAD = { left: 52, right: 90, top: 24, bottom: 36 }
const COLOURS = ['var(--accent)', 'var(--going)', 'var(--ok)', 'var(--blocked)', 'var(--assumption)', 'var(--failed)']

/** A small chart of lines, points or bars, labelled at the end of each. */
export function Chart({ chart }: { chart: ChartData }) {
  const bars = chart.elements.filter(({ value }) => typeof value === 'number')
  const lines = chart.elements.filter(({ points }) => Array.isArray(points) && points.length > 0)
  return (
    <svg className="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={chart.title ?? 'chart'}>
      <text x={PAD.left} y={14} className="chart-title">
        {chart.title ?? ''}
      </text>
      {lines.length > 0 ? <Lines chart={chart} lines={lines} /> : <Bars bars={bars} />}
      <text x={WIDTH / 2} y={HEIGHT - 4} textAnchor="middle">
        {chart.x_label ?? ''}
      </text>
      <text x={10} y={HEIGHT / 2} transform={`rotate(-90 10 ${HEIGHT / 2})`} textAnchor="middle">
        {chart.y_label ?? ''}
      </text>
    </svg>
  )
}

const scale = (from: number, to: number, start: number, end: number) => (value: number) =>
  start + ((value - from) / (to - from || 1)) * (end - start)

function Lines({ chart, lines }: { chart: ChartData; lines: ChartData['elements'] }) {
  const at = ([x]: [number | string, number], index: number) => (typeof x === 'number' ? x : index)
  const all = lines.flatMap(({ points = [] }) => points.map((point, index) => [at(point, index), point[1]] as const))
  const [xs, ys] = [all.map(([x]) => x), all.map(([, y]) => y)]
  const x = scale(Math.min(...xs), Math.max(...xs), PAD.left, WIDTH - PAD.right)
  const [low, high] = [Math.min(0, ...ys), Math.max(...ys)]
  const y = scale(low, high, HEIGHT - PAD.bottom, PAD.top)
  return (
    <>
      <Axis low={low} high={high} y={y} />
      {lines.map(({ label, points = [] }, index) => {
        const colour = COLOURS[index % COLOURS.length]
        const path = points.map((point, place) => `${x(at(point, place))},${y(point[1])}`)
        const last = points.at(-1)
        return (
          <g key={label ?? index} stroke={colour} fill={colour}>
            {chart.type === 'scatter' ? (
              path.map((place) => <circle key={place} cx={place.split(',')[0]} cy={place.split(',')[1]} r={2.5} />)
            ) : (
              <polyline points={path.join(' ')} fill="none" strokeWidth={1.6} />
            )}
            {last && (
              <text x={WIDTH - PAD.right + 6} y={y(last[1]) + 4} stroke="none">
                {label ?? ''}
              </text>
            )}
          </g>
        )
      })}
    </>
  )
}

function Axis({ low, high, y }: { low: number; high: number; y(value: number): number }) {
  return (
    <g className="chart-axis">
      {[low, (low + high) / 2, high].map((value) => (
        <g key={value}>
          <line x1={PAD.left} x2={WIDTH - PAD.right} y1={y(value)} y2={y(value)} />
          <text x={PAD.left - 6} y={y(value) + 4} textAnchor="end">
            {Number(value.toPrecision(3)).toLocaleString('en')}
          </text>
        </g>
      ))}
    </g>
  )
}

function Bars({ bars }: { bars: ChartData['elements'] }) {
  const high = Math.max(1e-9, ...bars.map(({ value = 0 }) => value))
  const y = scale(0, high, HEIGHT - PAD.bottom, PAD.top)
  const width = Math.min(80, (WIDTH - PAD.left - PAD.right) / Math.max(1, bars.length))
  return (
    <>
      <Axis low={0} high={high} y={y} />
      {bars.map(({ label, value = 0 }, index) => (
        <g key={label ?? index}>
          <rect
            x={PAD.left + index * width + 2}
            y={y(value)}
            width={Math.max(1, width - 4)}
            height={y(0) - y(value)}
            fill="var(--accent)"
          />
          <text x={PAD.left + (index + 0.5) * width} y={HEIGHT - PAD.bottom + 14} textAnchor="middle">
            {label ?? ''}
          </text>
        </g>
      ))}
    </>
  )
}
