import { useCallback, useEffect, useRef, useState } from 'react'
import { call, withQuery } from './api.ts'
import { asFailure, type Loaded } from './use-load.ts'

const PAGE = 200
const FRESH_MS = 4000

export interface Pages<Row> extends Loaded<readonly Row[]> {
  isWhole: boolean
  /** Loads the next page, where there is one. */
  more(): void
}

interface PagesOf<Row> {
  /** The field of the answer that holds the rows. */
  field: string
  keyOf(row: Row): string
  /** Where the next page begins; the key of the last row unless it is told. */
  beforeOf?(row: Row): string | number
}

interface State<Row> {
  path: string
  rows?: readonly Row[]
  failure?: Loaded<unknown>['failure']
  isWhole: boolean
}

/** A long list page by page, as it is scrolled to; the first page is looked at again now and then. */
export function usePages<Row>(path: string, of: PagesOf<Row>): Pages<Row> {
  const [state, setState] = useState<State<Row>>({ path, isWhole: false })
  const how = useRef(of)
  const isBusy = useRef(false)
  /** A page that was wished for while another one was loading. */
  const next = useRef<string | number>(undefined)
  const load = useCallback(
    async (before?: string | number) => {
      if (isBusy.current) {
        next.current = before ?? next.current
        return
      }
      isBusy.current = true
      const { field, keyOf } = how.current
      try {
        const answer = await call<Record<string, Row[]>>(withPage(path, before))
        const page = answer[field] ?? []
        setState((now) => joined(now.path === path ? now : { path, isWhole: false }, { page, before, keyOf }))
      } catch (error) {
        setState((now) => ({ ...now, path, failure: asFailure(error) }))
      } finally {
        isBusy.current = false
      }
      const wished = next.current
      next.current = undefined
      if (wished !== undefined && wished !== before) void load(wished)
    },
    [path],
  )
  useEffect(() => {
    void load()
    const timer = setInterval(() => document.visibilityState === 'visible' && void load(), FRESH_MS)
    return () => clearInterval(timer)
  }, [load])
  const { rows, failure, isWhole } =
    state.path === path ? state : { rows: undefined, failure: undefined, isWhole: false }
  const last = rows?.at(-1)
  const more = useCallback(() => {
    const { keyOf, beforeOf = keyOf } = how.current
    if (last !== undefined && !isWhole) void load(beforeOf(last))
  }, [last, isWhole, load])
  return { value: rows, failure, isLoading: !rows && !failure, isWhole, more, reload: () => void load() }
}

const withPage = (path: string, before: string | number | undefined): string => {
  const [bare = '', query] = path.split('?')
  return withQuery(bare, { ...Object.fromEntries(new URLSearchParams(query)), limit: PAGE, before })
}

/** A first page takes the place of everything up to its last row, so that rows that are gone disappear; others are put behind. */
function joined<Row>(
  { path, rows = [], isWhole }: State<Row>,
  { page, before, keyOf }: { page: Row[]; before: unknown; keyOf(row: Row): string },
): State<Row> {
  const isShort = page.length < PAGE
  const known = new Set(page.map(keyOf))
  const others = rows.filter((row) => !known.has(keyOf(row)))
  if (before !== undefined) return { path, rows: [...others, ...page], isWhole: isShort }
  const last = page.at(-1)
  const at = last === undefined ? -1 : rows.findIndex((row) => keyOf(row) === keyOf(last))
  if (isShort || at === -1) return { path, rows: page, isWhole: isShort }
  const after = new Set(rows.slice(at + 1).map(keyOf))
  return { path, rows: [...page, ...others.filter((row) => after.has(keyOf(row)))], isWhole }
}
