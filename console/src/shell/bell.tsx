import type { Approval } from 'anneal-contract/approval.ts'
import { useLoad } from '../api/use-load.ts'
import { Icon } from '../part/icon.tsx'
import { Link } from '../route/link.tsx'

const LOOK_MS = 5000

/** How many effects wait for a person. */
export function Bell() {
  const { value } = useLoad<{ approvals: Approval[] }>('/v1/approvals?state=waiting&limit=50', { everyMs: LOOK_MS })
  const count = value?.approvals.length ?? 0
  const label = count === 0 ? 'Approvals: nothing waits' : `Approvals: ${count} waiting`
  return (
    <Link className="button bell quiet-link" href="/approvals" aria-label={label} title={label}>
      <Icon name="approval" />
      {count > 0 && <span className="count">{count}</span>}
    </Link>
  )
}
