import { type ComponentType, lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { call, type Failure, onSignedOut } from './api/api.ts'
import { asFailure } from './api/use-load.ts'
import { type Me, MeContext } from './me.ts'
import { NotHerePage } from './page/not-here-page.tsx'
import { refusedAt } from './page/refused.ts'
import { RunPage } from './page/run-page.tsx'
import { SignInPage } from './page/sign-in.tsx'
import { FailureNote } from './part/state.tsx'
import { go, ownPath, type Place, usePlace } from './route/router.ts'
import { Shell } from './shell/shell.tsx'

/** A page that is loaded when it is shown. */
const later = <Props extends object>(load: () => Promise<(props: Props) => ReactNode>) =>
  lazy(async () => ({ default: (await load()) as ComponentType<Props> }))

const RunsPage = later(async () => (await import('./page/runs-page.tsx')).RunsPage)
const OneRunPage = later(async () => (await import('./page/one-run-page.tsx')).OneRunPage)
const SessionsPage = later(async () => (await import('./page/sessions-page.tsx')).SessionsPage)
const OneSessionPage = later(async () => (await import('./page/one-session-page.tsx')).OneSessionPage)
const ChatPage = later(async () => (await import('./page/chat-page.tsx')).ChatPage)
const BrowsersPage = later(async () => (await import('./page/browsers-page.tsx')).BrowsersPage)
const OneBrowserPage = later(async () => (await import('./page/one-browser-page.tsx')).OneBrowserPage)
const StoragePage = later(async () => (await import('./page/storage-page.tsx')).StoragePage)
const OneVolumePage = later(async () => (await import('./page/storage-page.tsx')).OneVolumePage)
const PlansPage = later(async () => (await import('./page/plans-page.tsx')).PlansPage)
const OnePlanPage = later(async () => (await import('./page/one-plan-page.tsx')).OnePlanPage)
const ApprovalsPage = later(async () => (await import('./page/approvals-page.tsx')).ApprovalsPage)
const MachinesPage = later(async () => (await import('./page/machines-page.tsx')).MachinesPage)
const OneMachinePage = later(async () => (await import('./page/one-machine-page.tsx')).OneMachinePage)
const MemoryPage = later(async () => (await import('./page/memory-page.tsx')).MemoryPage)
const ObservePage = later(async () => (await import('./page/observe-page.tsx')).ObservePage)
const SettingsPage = later(async () => (await import('./page/settings-page.tsx')).SettingsPage)

/** The pages by the first part of the path, and by whether an id follows. */
const PAGES: Record<string, (id: string | undefined) => ReactNode> = {
  '': () => <RunPage />,
  runs: (id) => (id ? <OneRunPage key={id} id={id} /> : <RunsPage />),
  sessions: (id) => (id ? <OneSessionPage key={id} id={id} /> : <SessionsPage />),
  chat: (id) => <ChatPage id={id} />,
  browsers: (id) => (id ? <OneBrowserPage key={id} id={id} /> : <BrowsersPage />),
  storage: (id) => (id ? <OneVolumePage key={id} name={id} /> : <StoragePage />),
  plans: (id) => (id ? <OnePlanPage key={id} id={id} /> : <PlansPage />),
  approvals: () => <ApprovalsPage />,
  machines: (id) => (id ? <OneMachinePage key={id} id={id} /> : <MachinesPage />),
  memory: () => <MemoryPage />,
  observe: () => <ObservePage />,
  settings: () => <SettingsPage />,
}

function pageOf({ path, parts }: Place): ReactNode {
  const [first = '', id] = parts
  const refused = refusedAt(path)
  const page = refused || parts.length > 2 ? undefined : PAGES[first]?.(id)
  return page ?? <NotHerePage path={path} refused={refused} />
}

export function App() {
  const place = usePlace()
  const [me, setMe] = useState<Me | null>()
  const [failure, setFailure] = useState<Failure>()
  const look = useCallback(() => {
    setFailure(undefined)
    call<Me>('/console/me')
      .then(setMe)
      .catch((error) => (asFailure(error).status === 401 ? setMe(null) : setFailure(asFailure(error))))
  }, [])
  useEffect(look, [look])
  const wasIn = useRef(false)
  if (me) wasIn.current = true
  useEffect(() => onSignedOut(() => setMe(null)), [])
  useEffect(() => {
    const wish = location.pathname + location.search
    if (me === null && location.pathname !== '/sign-in')
      go(wish === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(wish)}`, { replaces: true })
    if (me && location.pathname === '/sign-in')
      go(ownPath(new URLSearchParams(location.search).get('next')), { replaces: true })
  }, [me])
  if (place.path === '/sign-in' || me === null) return <SignInPage hasEnded={wasIn.current} onSignedIn={look} />
  if (failure)
    return (
      <main className="alone">
        <FailureNote failure={failure} onRetry={look} />
      </main>
    )
  if (!me) return null
  return (
    <MeContext value={me}>
      <Shell place={place}>
        <Suspense fallback={<p className="quiet-text">Loading …</p>}>{pageOf(place)}</Suspense>
      </Shell>
    </MeContext>
  )
}
