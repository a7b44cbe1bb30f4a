import type { KeyInfo, NewKey } from 'anneal-contract/api.ts'
import { useState } from 'react'
import { call } from '../api/api.ts'
import { useLoad } from '../api/use-load.ts'
import { ActButton } from '../part/act.tsx'
import { Ago } from '../part/ago.tsx'
import { CopyButton } from '../part/copy.tsx'
import { NewForm } from '../part/new-form.tsx'
import { LoadedRows } from '../part/rows-table.tsx'
import { Badge } from '../part/state.tsx'
import { dateText } from '../part/words.ts'

const SCOPES = ['user', 'read', 'metrics', 'admin']

/** The keys of this server: make one, see it once, revoke it. */
export function Keys() {
  const keys = useLoad<{ keys: KeyInfo[] }>('/v1/keys')
  const [made, setMade] = useState<NewKey>()
  const add = async (wish: { user: string; scope: string }) => {
    setMade(await call<NewKey>('/v1/keys', { body: { ...wish, label: 'made in the console' } }))
    keys.reload()
  }
  return (
    <>
      <NewForm
        fields={[
          { name: 'user', label: 'User of a new key', placeholder: 'User' },
          { name: 'scope', label: 'Scope of a new key', options: SCOPES },
        ]}
        action="Make a key"
        make={add}
      />
      {made && (
        <div className="note is-ok row">
          <span>
            The key of {made.user}, shown this once: <code>{made.key}</code>
          </span>
          <CopyButton text={made.key} label="Copy the key" />
        </div>
      )}
      <LoadedRows
        of={keys}
        rowsIn={(value) => value.keys}
        label="Keys"
        keyOf={({ id }) => id}
        columns={{
          Key: ({ start }) => <code>{start}…</code>,
          User: ({ user }) => user,
          Scope: ({ scope }) => scope,
          Label: ({ label }) => label || '–',
          Made: ({ createdAt }) => <Ago at={createdAt} />,
          State: (key) => <KeyState info={key} onRevoked={keys.reload} />,
        }}
      />
    </>
  )
}

function KeyState({ info, onRevoked }: { info: KeyInfo; onRevoked(): void }) {
  const revoke = async () => {
    await call(`/v1/keys/${info.id}`, { method: 'DELETE' })
    onRevoked()
  }
  if (info.revokedAt !== null)
    return (
      <Badge state="cancelled">
        revoked <Ago at={info.revokedAt} />
      </Badge>
    )
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
