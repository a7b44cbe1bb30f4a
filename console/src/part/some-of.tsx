import { type ReactNode, useState } from 'react'
import { countText } from './words.ts'

const STEP = 200

/** The first of many things that are drawn whole; the others come by a button. */
export function SomeOf<T>({
  list,
  noun,
  children,
}: {
  list: readonly T[]
  noun: string
  children(some: readonly T[]): ReactNode
}) {
  const [count, setCount] = useState(STEP)
  const left = list.length - count
  return (
    <>
      {children(list.slice(0, count))}
      {left > 0 && (
        <div className="row inside">
          <button type="button" onClick={() => setCount(count + STEP)}>
            Show {Math.min(left, STEP)} more
          </button>
          <span className="quiet-text small">{countText(left, noun)} left</span>
        </div>
      )}
    </>
  )
}
