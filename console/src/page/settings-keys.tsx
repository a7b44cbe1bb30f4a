import type { KeyInfo, NewKey } from 'anneal-contract/api.ts'
import { useState } from 'react'
import { call } from '../api/api.ts'
import { useLoad } from '../api/use-load.ts'
import { ActButton } from '../part/act.tsx'
import { CopyButton } from '../part/copy.tsx'
import { Await, Badge } from '../part/state.tsx'
import { agoText, dateText } from '../part/words.ts'

/** The keys of this server: make one, see it once, revoke it. */
export function Keys() {
  const keys = useLoad<{ keys: KeyInfo[] }>('/v1/keys')
  const [user, setUser] = useState('')
  const [scope, setScope] = useState('user')
  const [made, setMade] = useState<NewKey>()
  const add = async () => {
    setMade(await call<NewKey>('/v1/keys', { body: { user: user.trim(), scope, label: 'made in the console' } }))
    setUser('')
    keys.reload()
  }
  return (
    <>
      <form className="row" onSubmit={(event) => event.preventDefault()}>
        <input
          aria-label="User of a new key"
          placeholder="User"
          value={user}
          onChange={(event) => setUser(event.target.value)}
        />
        <select aria-label="Scope of a new key" value={scope} onChange={(event) => setScope(event.target.value)}>
          {['user', 'read', 'metrics', 'admin'].map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <ActButton className="main" work={add}>
          Make a key
        </ActButton>
      </form>
      {made && (
        <div className="note is-ok row">
          <span>
            The key of {made.user}, shown this once: <code>{made.key}</code>
          </span>
          <CopyButton text={made.key} label="Copy the key" />
        </div>
      )}
      <Await of={keys}>
        {({ keys: list }) => (
          <section className="panel scrolls" tabIndex={0}>
            <table className="rows">
              <thead>
                <tr>
                  <th>Key</th>
                  <th>User</th>
                  <th>Scope</th>
                  <th>Label</th>
                  <th>Made</th>
                  <th>State</th>
                </tr>
              </thead>
              <tbody>
                {list.map((key) => (
                  <tr key={key.id}>
                    <td>
                      <code>{key.start}…</code>
                    </td>
                    <td>{key.user}</td>
                    <td>{key.scope}</td>
                    <td>{key.label || '–'}</td>
                    <td>{agoText(key.createdAt)}</td>
                    <td>
                      <KeyState info={key} onRevoked={keys.reload} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
      </Await>
    </>
  )
}

function KeyState({ info, onRevoked }: { info: KeyInfo; onRevoked(): void }) {
  const revoke = async () => {
    await call(`/v1/keys/${info.id}`, { method: 'DELETE' })
    onRevoked()
  }
  if (info.revokedAt !== null) return <Badge state="cancelled">revoked {agoText(info.revokedAt)}</Badge>
  if (info.expiresAt !== null && info.expiresAt <= Date.now()) return <Badge state="expired">ended</Badge>
  return (
    <span className="row">
      {info.expiresAt !== null && <span className="small quiet-text">until {dateText(info.expiresAt)}</span>}
      <ActButton
        asks={`Revoke the key ${info.start}… of ${info.user}? Everything that uses it stops at once.`}
        work={revoke}
      >
        Revoke
      </ActButton>
    </span>
  )
}
