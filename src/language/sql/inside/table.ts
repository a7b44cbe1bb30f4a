/** The result of a statement, in values that JSON can hold; whole numbers too large for a double are text. */
export interface Table {
  columns: Column[]
  rows: Cell[][]
}

export interface Column {
  name: string
  type: string
}

export type Cell = string | number | boolean | null | Cell[] | { [name: string]: Cell }

/** The table as text: a header, a rule, the rows with numbers aligned right, and the number of rows. */
export function tableText({ columns, rows }: Table): string {
  const texts = rows.map((row) => row.map((cell, index) => cellText(cell, columns[index]?.type ?? '')))
  const names = columns.map(({ name }) => oneLine(name))
  const widths = names.map((name, index) =>
    texts.reduce((most, row) => Math.max(most, widthOf(row[index] ?? '')), widthOf(name)),
  )
  const isNumber = columns.map((_, index) => {
    const values = rows.map((row) => row[index]).filter((cell) => cell !== null)
    return values.length > 0 && values.every((cell) => typeof cell === 'number')
  })
  const lineOf = (cells: string[], toTheRight: boolean[]) =>
    cells
      .map((cell, index) => {
        const space = ' '.repeat((widths[index] ?? 0) - widthOf(cell))
        return toTheRight[index] ? ` ${space}${cell}` : ` ${cell}${space}`
      })
      .join(' |')
      .trimEnd()
  const rule = widths.map((width) => '-'.repeat(width + 2)).join('+')
  const count = `(${rows.length} ${rows.length === 1 ? 'row' : 'rows'})`
  return [lineOf(names, []), rule, ...texts.map((row) => lineOf(row, isNumber)), count, ''].join('\n')
}

function cellText(cell: Cell, type: string): string {
  if (cell === null) return 'NULL'
  if (typeof cell === 'string') return oneLine(cell)
  if (typeof cell === 'object') return oneLine(JSON.stringify(cell))
  // A real number keeps its `.0`, as in databases, so that it does not look like a whole one.
  return type === 'real' && Number.isInteger(cell) && Math.abs(Number(cell)) < 1e15 ? `${cell}.0` : String(cell)
}

const ESCAPES: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Keeps each row on one line by escaping control characters. */
function oneLine(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f]/g, (control) => {
    return ESCAPES[control] ?? `\\x${control.charCodeAt(0).toString(16).padStart(2, '0')}`
  })
}

const widthOf = (text: string): number => [...text].length
