import { type FormEvent, useEffect, useState } from 'react'
import { call, type Failure } from '../api/api.ts'
import { asFailure } from '../api/use-load.ts'
import icon from '../icon.svg'
import { FailureNote } from '../part/state.tsx'
import { go, ownPath, usePlace } from '../route/router.ts'
import { entryOf } from '../shell/pages.ts'

const LINK_FORM = /^#tok_e2b_[0-9a-f]{40}$/

const isPage = (address: string): boolean => entryOf(new URL(address, location.origin).pathname) !== undefined

/** Exchanges a key, or the link of the start, for the cookie of this browser. */
export function SignInPage({ hasEnded, onSignedIn }: { hasEnded: boolean; onSignedIn(): void }) {
  const { query } = usePlace()
  const [key, setKey] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  useEffect(() => {
    document.title = 'Sign in · Anneal'
  }, [])
  const signIn = async (proof: { key: string } | { link: string }) => {
    setBusy(true)
    try {
      await call('/console/sign-in', { body: proof })
      setKey('')
      const next = ownPath(query.get('next'))
      // An address of the API is no page of ours: the browser asks for it again, now with the cookie.
      if (!isPage(next)) return location.replace(next)
      go(next, { replaces: true })
      onSignedIn()
    } catch (error) {
      setFailure(asFailure(error))
      setBusy(false)
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link counts once, when the page opens.
  useEffect(() => {
    if (!LINK_FORM.test(location.hash)) return
    const link = location.hash.slice(1)
    // The link is used up: it shall not stand in the history.
    history.replaceState(null, '', location.pathname + location.search)
    void signIn({ link })
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void signIn({ key: key.trim() })
  }
  return (
    <main className="sign-in">
      <form className="panel" onSubmit={submit}>
        <div className="brand">
          <img src={icon} width="28" height="28" alt="" />
          <h1>Sign in to Anneal</h1>
        </div>
        {hasEnded && <p role="status">Your sign-in has ended. After the next one you are where you were.</p>}
        <label>
          API key
          <input
            type="password"
            name="key"
            autoComplete="off"
            spellCheck={false}
            placeholder="e2b_…"
            value={key}
            autoFocus
            onChange={(event) => setKey(event.target.value)}
          />
        </label>
        {failure && <FailureNote failure={failure} />}
        <button type="submit" className="main" disabled={isBusy || key.trim() === ''}>
          {isBusy ? 'Signing in …' : 'Sign in'}
        </button>
        <p className="quiet-text small">
          The server printed a sign-in link when it started; it works once. No key? <code>npx anneal keys add YOU</code>{' '}
          makes one.
        </p>
      </form>
    </main>
  )
}
