import { shortId } from '../part/words.ts'
import { Link } from '../route/link.tsx'

const MOST = 5

/** The newest runs behind a statement. */
export function RunLinks({ runs }: { runs: readonly string[] }) {
  return (
    <>
      {runs.slice(0, MOST).map((id) => (
        <Link key={id} href={`/runs/${id}`}>
          {shortId(id)}{' '}
        </Link>
      ))}
    </>
  )
}
