type Bundle = Record<string, unknown>

/** Part of JavaScript; TypeScript does not declare it yet. */
const { rawJSON } = JSON as typeof JSON & { rawJSON(text: string): unknown }

interface Table {
  columns: { name: string; isIndex?: boolean }[]
  rows: unknown[][]
}

/** From here on JavaScript writes numbers with an exponent, which no reader takes for whole numbers. */
const FIRST_WITH_EXPONENT = 1e21

/** MIME types of the formats that have names of their own. */
const FORMATS = new Map([
  ['text/plain', 'text'],
  ['text/html', 'html'],
  ['text/markdown', 'markdown'],
  ['image/svg+xml', 'svg'],
  ['image/png', 'png'],
  ['image/jpeg', 'jpeg'],
  ['application/pdf', 'pdf'],
  ['text/latex', 'latex'],
  ['application/json', 'json'],
  ['application/javascript', 'javascript'],
  ['application/vnd.anneal.table+json', 'data'],
  ['application/vnd.anneal.chart+json', 'chart'],
  ['e2b/data', 'data'],
  ['e2b/chart', 'chart'],
])

/** A shown value by the names of its formats; MIME types without a name are `extra`. */
export function resultOf(shown: Bundle): Bundle {
  const contents = Object.entries(shown)
  const named = contents.flatMap(([mime, content]) => {
    const format = FORMATS.get(mime)
    return format ? [[format, contentOf(format, content)] as const] : []
  })
  const extra = Object.fromEntries(contents.filter(([mime]) => !FORMATS.has(mime)))
  return { ...Object.fromEntries(named), extra }
}

function contentOf(format: string, content: unknown): unknown {
  if (format === 'text') return unquoted(content)
  if (format === 'chart') return inFractions(content)
  return format === 'data' && isTable(content) ? columnsOf(content) : content
}

/** Numbers of a chart are measures: 1 is written as 1.0, which Python reads as a float. */
function inFractions(chart: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(chart ?? null), (_key, value) =>
      Number.isInteger(value) && Math.abs(value) < FIRST_WITH_EXPONENT ? rawJSON(`${value}.0`) : value,
    )
  } catch {
    // Too deep for a real chart.
    return chart
  }
}

/** Languages show text in quotes; callers want the text between them. */
function unquoted(text: unknown): unknown {
  if (typeof text !== 'string') return text
  const isQuoted = ["'", '"'].some((quote) => text.startsWith(quote) && text.endsWith(quote))
  return isQuoted ? text.slice(1, -1) : text
}

function isTable(content: unknown): content is Table {
  return typeof content === 'object' && content !== null && 'columns' in content && 'rows' in content
}

/** Values by column, without columns that only number or name the rows. */
function columnsOf({ columns, rows }: Table): Bundle {
  const named = columns.flatMap(({ name, isIndex }, at) =>
    isIndex ? [] : [[name, rows.map((row) => row[at])] as const],
  )
  return Object.fromEntries(named)
}
