import type { Refused } from 'anneal-contract/refused.ts'
import { Failure } from '../api/api.ts'
import { FailureNote } from '../part/state.tsx'
import { Link } from '../route/link.tsx'

/** An address that shows nothing: says why, and where to go from here. */
export function NotHerePage({ path, refused }: { path: string; refused: Refused | undefined }) {
  // A visit from a link elsewhere comes without the sign-in; a step from this page brings it along.
  if (refused?.status === 401)
    return (
      <NotHere title="You came from another site" note="Your sign-in stays here unless you open the address yourself.">
        <a className="button" href={path + location.search}>
          Open {path}
        </a>
      </NotHere>
    )
  if (!refused || refused.code === 'NOT_FOUND')
    return (
      <NotHere title="Nothing is here" note={`There is no page ${path}. The link may be old, or mistyped.`}>
        <Link className="button" href="/">
          To the first page
        </Link>
      </NotHere>
    )
  return (
    <NotHere title="This address cannot be shown">
      <FailureNote failure={new Failure(refused)} onRetry={() => location.reload()} />
      <Link className="button" href="/">
        To the first page
      </Link>
    </NotHere>
  )
}

function NotHere({ title, note, children }: { title: string; note?: string; children: React.ReactNode }) {
  return (
    <div className="empty">
      <h1>{title}</h1>
      {note && <p>{note}</p>}
      {children}
    </div>
  )
}
