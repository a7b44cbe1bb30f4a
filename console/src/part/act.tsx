import { type ReactNode, useState } from 'react'
import type { Failure } from '../api/api.ts'
import { asFailure } from '../api/use-load.ts'
import { FailureNote } from './state.tsx'

export interface Acting {
  isBusy: boolean
  failure: Failure | undefined
  /** Does the work once at a time; a failure is told in words. */
  act(work: () => Promise<unknown>): void
}

export function useAct(): Acting {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const act = (work: () => Promise<unknown>) => {
    if (isBusy) return
    setBusy(true)
    setFailure(undefined)
    work()
      .catch((error) => setFailure(asFailure(error)))
      .finally(() => setBusy(false))
  }
  return { isBusy, failure, act }
}

/** A button whose work takes a while or may fail; one that destroys something asks first. */
export function ActButton(props: {
  work(): Promise<unknown>
  children: ReactNode
  asks?: string
  className?: string
  label?: string
}) {
  const { isBusy, failure, act } = useAct()
  const press = () => {
    if (props.asks === undefined || confirm(props.asks)) act(props.work)
  }
  return (
    <>
      <button
        type="button"
        disabled={isBusy}
        onClick={press}
        {...(props.className && { className: props.className })}
        {...(props.label && { 'aria-label': props.label, title: props.label })}
      >
        {props.children}
      </button>
      {failure && <FailureNote failure={failure} />}
    </>
  )
}
