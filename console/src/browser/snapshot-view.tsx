import { useState } from 'react'
import { useAct } from '../part/act.tsx'
import { CopyButton } from '../part/copy.tsx'
import { Empty, FailureNote } from '../part/state.tsx'
import { countText } from '../part/words.ts'
import { actOnPage } from './act-on-page.ts'

interface Snapshot {
  snapshot: string
  tokens: number
  isCut: boolean
}

/** The page as a model reads it: roles, names and references. */
export function SnapshotView({ session, isOpen }: { session: string; isOpen: boolean }) {
  const [taken, setTaken] = useState<Snapshot>()
  const { act, isBusy, failure } = useAct()
  const take = () => act(async () => setTaken(await actOnPage<Snapshot>(session, 'snapshot')))
  return (
    <div className="stack">
      <div className="row">
        <button type="button" disabled={isBusy || !isOpen} onClick={take}>
          {taken ? 'Take another' : 'Take a snapshot'}
        </button>
        {taken && (
          <>
            <span className="quiet-text small">
              at most {countText(taken.tokens, 'token')}
              {taken.isCut && ', parts are left out'}
            </span>
            <CopyButton text={taken.snapshot} label="Copy the snapshot" />
          </>
        )}
      </div>
      {failure && <FailureNote failure={failure} />}
      {taken ? (
        <section className="panel">
          <pre className="raw" tabIndex={0}>
            {taken.snapshot}
          </pre>
        </section>
      ) : (
        <Empty title="A snapshot is the page as a model reads it: roles, names, and references such as e12." />
      )}
    </div>
  )
}
