import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { Loaded } from '../api/use-load.ts'
import { Link } from '../route/link.tsx'
import { go } from '../route/router.ts'
import { useKey } from '../shell/keys.ts'
import { Await, Empty } from './state.tsx'
import { useWindow } from './use-window.ts'

/** Longer tables draw only the rows that are seen, each one line high. */
const MOST_DRAWN = 200
const ROW_PX = 33

interface TableProps<Row> {
  label: string
  /** The cells of a row by the name of their column, in order. */
  columns: Record<string, (row: Row) => ReactNode>
  /** Columns of numbers: they stand on the right. */
  numbers?: readonly string[]
  /** The column that takes the width that is left. */
  wide?: string
  keyOf(row: Row, index: number): string | number
  /** The page of a row: its first cell is a link to it; j, k and Enter work as well. */
  hrefOf?(row: Row): string
  /** Called when the last row comes near. */
  onEnd?: (() => void) | undefined
}

/** Rows of one kind: a head that stays, links by mouse and keys, and ten thousand rows as quick as ten. */
export function RowsTable<Row>({ rows, ...table }: TableProps<Row> & { rows: readonly Row[] }) {
  const place = useRef<HTMLElement>(null)
  const isLong = rows.length > MOST_DRAWN
  const { from, to, look } = useWindow(place, { count: rows.length, rowPx: ROW_PX, onEnd: table.onEnd })
  const at = useRowKeys(place, rows, table.hrefOf, isLong)
  const seen = isLong ? rows.slice(from, to) : rows
  const first = isLong ? from : 0
  const names = Object.keys(table.columns)
  return (
    <section ref={place} className="panel scrolls" tabIndex={0} aria-label={table.label} onScroll={look}>
      <table className="rows" data-long={isLong} aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name} className={classOf(name, table)}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Gap rows={first} columns={names.length} />
          {seen.map((row, index) => (
            <tr key={table.keyOf(row, first + index)} data-at={first + index === at} aria-rowindex={first + index + 2}>
              <Cells row={row} table={table} />
            </tr>
          ))}
          <Gap rows={isLong ? rows.length - to : 0} columns={names.length} />
        </tbody>
      </table>
    </section>
  )
}

/** The same for rows that are loaded: says how that stands, and teaches where there are none. */
export function LoadedRows<Value, Row>({
  of,
  rowsIn,
  empty,
  ...table
}: TableProps<Row> & { of: Loaded<Value>; rowsIn(value: Value): readonly Row[]; empty?: ReactNode }) {
  return (
    <Await of={of}>
      {(value) => {
        const rows = rowsIn(value)
        return rows.length === 0 ? (empty ?? <Empty title="Nothing here." />) : <RowsTable rows={rows} {...table} />
      }}
    </Await>
  )
}

const classOf = <Row,>(name: string, { numbers = [], wide }: TableProps<Row>): string =>
  name === wide ? 'wide' : numbers.includes(name) ? 'number' : ''

function Cells<Row>({ row, table }: { row: Row; table: TableProps<Row> }) {
  const href = table.hrefOf?.(row)
  return Object.entries(table.columns).map(([name, draw], index) => (
    <td key={name} className={classOf(name, table)}>
      {index === 0 && href !== undefined ? (
        <Link className="row-link" href={href}>
          {draw(row)}
        </Link>
      ) : (
        draw(row)
      )}
    </td>
  ))
}

/** The height of rows that are not drawn. */
function Gap({ rows, columns }: { rows: number; columns: number }) {
  if (rows === 0) return null
  return (
    <tr style={{ height: rows * ROW_PX }}>
      <td className="gap" colSpan={columns} aria-hidden="true" />
    </tr>
  )
}

/** The row that j and k chose, and Enter opens; −1 before the first of them. */
function useRowKeys<Row>(
  place: RefObject<HTMLElement | null>,
  rows: readonly Row[],
  hrefOf: ((row: Row) => string) | undefined,
  isLong: boolean,
): number {
  const [at, setAt] = useState(-1)
  const step = (by: number) => hrefOf && setAt(Math.min(Math.max(0, at + by), rows.length - 1))
  useKey('j', () => step(1))
  useKey('k', () => step(-1))
  useKey('Enter', () => {
    const row = rows[at]
    if (row !== undefined && hrefOf) go(hrefOf(row))
  })
  const show = useCallback(() => {
    const { current } = place
    if (!current || at < 0) return
    if (isLong) current.scrollTop = Math.max(0, at * ROW_PX - current.clientHeight / 2)
    else current.querySelector('tr[data-at="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [place, at, isLong])
  useEffect(show, [show])
  return at
}
