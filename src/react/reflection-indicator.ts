import { createElement as h, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Reflection } from './reflection.ts'

export interface ReflectionIndicatorProps extends Reflection {
  elapsedMs?: number | undefined
  /** `line` is one line high; `card` is large, with the time. */
  size?: 'line' | 'card' | undefined
  /** Words beside the ones that the state has: the name of the run, for example. */
  label?: string | undefined
}

const STAGES: Record<string, string> = {
  start: 'Starting',
  detect: 'Finding the code',
  guard: 'Looking for dangers',
  analyze: 'Reading the program',
  execute: 'Running',
  diagnose: 'Understanding the error',
  correct: 'Correcting',
  verify: 'Testing',
  remember: 'Remembering',
}
const ANNOUNCE_MS = 1000

/** One line that says whether something waits, thinks, corrects or runs. Its look is in `anneal/react/indicator.css`. */
export function ReflectionIndicator(props: ReflectionIndicatorProps): ReactNode {
  const { state, size = 'line', label, elapsedMs = 0, attempt, of } = props
  const words = wordsOf(props)
  const said = useSlowly(label ? `${label}: ${words}` : words)
  const time = state === 'idle' ? null : h('span', { className: 'reflection-time' }, timeOf(elapsedMs))
  return h(
    'span',
    { className: `reflection reflection-${size}`, 'data-state': state },
    h('span', { className: 'reflection-mark', 'aria-hidden': true }, markOf(props)),
    h('span', { className: 'reflection-words', 'aria-hidden': true }, label ? `${label} · ${words}` : words),
    attempt > 1 && state === 'executing' ? h('span', { className: 'reflection-time' }, `${attempt}/${of}`) : null,
    time,
    h('span', { className: 'reflection-said', role: 'status', 'aria-live': 'polite' }, said),
  )
}

function wordsOf({ state, stage, attempt, of, progress }: Reflection): string {
  if (state === 'idle') return 'Idle'
  if (state === 'auto_correcting') return `Correcting, ${attempt} of ${of}`
  const words = STAGES[stage ?? ''] ?? stage ?? (state === 'thinking' ? 'Thinking' : 'Running')
  return progress === null ? words : `${words}, ${Math.round(progress * 100)} %`
}

/** A dot, segments that fill, or a bar. */
function markOf({ state, attempt, of, progress }: Reflection): ReactNode {
  if (state === 'auto_correcting')
    return Array.from({ length: of }, (_, index) =>
      h('i', { key: index, className: 'reflection-part', 'data-full': index < attempt }),
    )
  if (state !== 'executing') return h('i', { className: 'reflection-dot' })
  const known = progress !== null
  return h(
    'i',
    { className: 'reflection-bar', 'data-known': known },
    h('i', known ? { style: { width: `${Math.round(progress * 100)}%` } } : {}),
  )
}

const timeOf = (ms: number): string => (ms < 100_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`)

/** Screen readers hear at most one change a second, and always the last one. */
function useSlowly(text: string): string {
  const [said, setSaid] = useState(text)
  const last = useRef(0)
  useEffect(() => {
    const timer = setTimeout(
      () => {
        last.current = Date.now()
        setSaid(text)
      },
      Math.max(0, last.current + ANNOUNCE_MS - Date.now()),
    )
    return () => clearTimeout(timer)
  }, [text])
  return said
}
