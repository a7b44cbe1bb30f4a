import { clipTo, displayWidth, padTo } from './display-width.ts'
import { createPaint, type Paint, type Screen, type Style } from './screen.ts'
import { visibleText } from './visible-text.ts'

export interface Column<Row> {
  title: string
  text(row: Row): string
  style?(row: Row): Style | undefined
  align?: 'left' | 'right'
}

const GAP = '  '

/** Rows under titles, aligned by their width on screen. On a terminal the last column is cut; a pipe gets everything. */
export function tableText<Row>(rows: Row[], columns: Column<Row>[], screen: Omit<Screen, 'write' | 'rows'>): string {
  const paint = createPaint(screen)
  const cells = rows.map((row) => columns.map((column) => visibleText(column.text(row))))
  const widths = columns.map(({ title }, index) =>
    cells.reduce((widest, line) => Math.max(widest, displayWidth(line[index] ?? '')), displayWidth(title)),
  )
  if (screen.isTerminal) shrinkLast(widths, screen.columns)

  const lines = cells.map((line, row) =>
    lineText(line, {
      columns,
      widths,
      paint: (text, index) => paintCell({ paint, column: columns[index], row: rows[row], text }),
    }),
  )
  const titles = lineText(
    columns.map(({ title }) => title),
    { columns, widths, paint: (text) => paint('dim', text) },
  )
  return [titles, ...lines].map((line) => `${line}\n`).join('')
}

const LEAST_WIDTH = 8

function shrinkLast(widths: number[], columns: number) {
  const before = widths.slice(0, -1).reduce((sum, width) => sum + width + GAP.length, 0)
  widths[widths.length - 1] = Math.min(widths.at(-1) ?? 0, Math.max(LEAST_WIDTH, columns - before))
}

function lineText<Row>(
  cells: string[],
  {
    columns,
    widths,
    paint,
  }: { columns: Column<Row>[]; widths: number[]; paint: (text: string, index: number) => string },
): string {
  return cells
    .map((cell, index) => {
      const width = widths[index] ?? 0
      const isLast = index === cells.length - 1
      const align = columns[index]?.align ?? 'left'
      const clipped = clipTo(cell, width)
      return paint(isLast && align === 'left' ? clipped : padTo(clipped, { width, align }), index)
    })
    .join(GAP)
    .trimEnd()
}

function paintCell<Row>(cell: {
  paint: Paint
  column: Column<Row> | undefined
  row: Row | undefined
  text: string
}): string {
  const style = cell.row === undefined ? undefined : cell.column?.style?.(cell.row)
  return style ? cell.paint(style, cell.text) : cell.text
}
