import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Icon } from '../part/icon.tsx'
import { clockText, countText } from '../part/words.ts'
import { useKey } from '../shell/keys.ts'
import { spansOf } from './ansi.ts'
import { findLines, type LogLine, type LogLines } from './log-lines.ts'

const LINE_PX = 18
const BEYOND = 20
const MOST_WRAPPED = 5000
const LONGEST_LINE = 5000

/** Output of a program as text: only the lines that are seen are drawn, so that a hundred thousand of them scroll. */
export function LogView({ log, version, isGoing }: { log: LogLines; version: number; isGoing: boolean }) {
  const { lines } = log
  const place = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [wraps, setWraps] = useState(false)
  const [shows, setShows] = useState(false)
  const search = useSearch(lines, version)
  const scroll = useScroll(place, lines.length, isGoing)
  const seeLine = useCallback((line: number) => {
    const { current } = place
    if (current) current.scrollTop = Math.max(0, line * LINE_PX - current.clientHeight / 2)
  }, [])
  useKey(
    '/',
    useCallback(() => field.current?.focus(), []),
  )
  const step = (by: number) => {
    const line = search.step(by)
    if (line !== undefined) seeLine(line)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') step(event.shiftKey ? -1 : 1)
    if (event.key === 'Escape') search.setWanted('')
  }
  const [from, to] = wraps ? [Math.max(0, lines.length - MOST_WRAPPED), lines.length] : scroll.range
  return (
    <div className="log">
      <div className="log-bar row">
        <label className="row grow">
          <Icon name="search" />
          <span className="only-heard">Search in the output</span>
          <input
            ref={field}
            className="grow"
            placeholder="Search in the output ( / )"
            value={search.wanted}
            onChange={(event) => search.setWanted(event.target.value)}
            onKeyDown={press}
          />
        </label>
        {search.wanted !== '' && (
          <span className="small quiet-text" role="status">
            {search.found.length === 0 ? 'not found' : `${search.at + 1} of ${countText(search.found.length, 'line')}`}
          </span>
        )}
        <button type="button" className="quiet" aria-pressed={shows} onClick={() => setShows(!shows)}>
          Times
        </button>
        <button type="button" className="quiet" aria-pressed={wraps} onClick={() => setWraps(!wraps)}>
          Wrap
        </button>
        <span className="small quiet-text">{countText(lines.length, 'line')}</span>
      </div>
      <div
        ref={place}
        className="log-lines"
        data-wraps={wraps}
        tabIndex={0}
        role="log"
        aria-label="Output"
        aria-live="off"
        onScroll={scroll.onScroll}
      >
        {lines.length === 0 && (
          <p className="quiet-text log-empty">{isGoing ? 'No output yet.' : 'It printed nothing.'}</p>
        )}
        <div style={wraps ? {} : { height: lines.length * LINE_PX, position: 'relative' }}>
          <div style={wraps ? {} : { position: 'absolute', top: from * LINE_PX, minWidth: '100%' }}>
            {wraps && from > 0 && (
              <p className="quiet-text">{countText(from, 'earlier line')} not shown while wrapped</p>
            )}
            {lines.slice(from, to).map((line, index) => (
              <Line
                key={from + index}
                line={line}
                showsTime={shows}
                isFound={search.isFound(from + index)}
                begins={startsAttempt(lines, from + index)}
              />
            ))}
          </div>
        </div>
      </div>
    </div>
  )
}

const startsAttempt = (lines: readonly LogLine[], index: number): boolean => {
  const [line, before] = [lines[index], lines[index - 1]]
  return before !== undefined && line !== undefined && (before.attempt !== line.attempt || before.block !== line.block)
}

function Line({
  line,
  showsTime,
  isFound,
  begins,
}: {
  line: LogLine
  showsTime: boolean
  isFound: boolean
  begins: boolean
}) {
  const cut = line.text.length > LONGEST_LINE
  const spans = spansOf(cut ? line.text.slice(0, LONGEST_LINE) : line.text, line.style)
  return (
    <div className="log-line" data-stream={line.stream} data-found={isFound} data-begins={begins}>
      {showsTime && <span className="log-time">{`${line.attempt} · ${clockText(line.at)}`}</span>}
      {spans.map(({ text, classes }, index) =>
        classes === '' ? (
          text
        ) : (
          <span key={index} className={classes}>
            {text}
          </span>
        ),
      )}
      {cut && <span className="log-time"> … {countText(line.text.length - LONGEST_LINE, 'more character')}</span>}
    </div>
  )
}

function useSearch(lines: readonly LogLine[], version: number) {
  const [wanted, setWanted] = useState('')
  const [at, setAt] = useState(-1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: lines grow in place, and the version tells of it.
  const found = useMemo(() => findLines(lines, wanted), [wanted, version, lines])
  const numbers = useMemo(() => new Set(found), [found])
  return {
    ...{ wanted, found, at: Math.max(0, at) },
    setWanted(text: string) {
      setWanted(text)
      setAt(-1)
    },
    isFound: (line: number) => numbers.has(line),
    step(by: number): number | undefined {
      if (found.length === 0) return undefined
      const next = (at + by + found.length) % found.length
      setAt(next)
      return found[next]
    },
  }
}

/** The lines that are seen, and following the end while somebody looks at it. */
function useScroll(place: { current: HTMLDivElement | null }, count: number, isGoing: boolean) {
  const [range, setRange] = useState<[number, number]>([0, 60])
  const isAtEnd = useRef(true)
  const look = useCallback(() => {
    const { current } = place
    if (!current) return
    isAtEnd.current = current.scrollTop + current.clientHeight >= current.scrollHeight - LINE_PX
    const first = Math.max(0, Math.floor(current.scrollTop / LINE_PX) - BEYOND)
    const last = Math.ceil((current.scrollTop + current.clientHeight) / LINE_PX) + BEYOND
    setRange((before) => (before[0] === first && before[1] === last ? before : [first, last]))
  }, [place])
  // biome-ignore lint/correctness/useExhaustiveDependencies: new lines move the end.
  useEffect(() => {
    const { current } = place
    if (current && isGoing && isAtEnd.current) current.scrollTop = current.scrollHeight
    look()
  }, [count, isGoing, look])
  useEffect(() => {
    const seen = new ResizeObserver(look)
    if (place.current) seen.observe(place.current)
    return () => seen.disconnect()
  }, [look, place])
  return { range, onScroll: look }
}
