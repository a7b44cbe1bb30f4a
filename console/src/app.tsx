import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import { call, onSignedOut } from './api/api.ts'
import { type Me, MeContext } from './me.ts'
import { RunPage } from './page/run-page.tsx'
import { SignInPage } from './page/sign-in.tsx'
import { Empty } from './part/state.tsx'
import { go, type Place, usePlace } from './route/router.ts'
import { Shell } from './shell/shell.tsx'

const RunsPage = lazy(() => import('./page/runs-page.tsx').then((module) => ({ default: module.RunsPage })))
const OneRunPage = lazy(() => import('./page/one-run-page.tsx').then((module) => ({ default: module.OneRunPage })))

/** The pages by the first part of the path, and by whether an id follows. */
const PAGES: Record<string, (id: string | undefined) => ReactNode> = {
  '': () => <RunPage />,
  runs: (id) => (id ? <OneRunPage key={id} id={id} /> : <RunsPage />),
}

function pageOf({ parts }: Place): ReactNode {
  const [first = '', id] = parts
  return PAGES[first]?.(id) ?? <Empty title={`There is no page ${location.pathname}.`} />
}

export function App() {
  const place = usePlace()
  const [me, setMe] = useState<Me | null>()
  const look = useCallback(() => {
    call<Me>('/console/me')
      .then(setMe)
      .catch(() => setMe(null))
  }, [])
  useEffect(look, [look])
  useEffect(() => onSignedOut(() => setMe(null)), [])
  useEffect(() => {
    const wish = location.pathname + location.search
    if (me === null && location.pathname !== '/sign-in')
      go(wish === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(wish)}`, { replaces: true })
    if (me && location.pathname === '/sign-in') go('/', { replaces: true })
  }, [me])
  if (place.path === '/sign-in' || me === null) return <SignInPage onSignedIn={look} />
  if (!me) return null
  return (
    <MeContext value={me}>
      <Shell place={place}>
        <Suspense fallback={<p className="quiet-text">Loading …</p>}>{pageOf(place)}</Suspense>
      </Shell>
    </MeContext>
  )
}
