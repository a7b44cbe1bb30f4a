import type { BrowserInfo, BrowserTab } from 'anneal-contract/browser.ts'
import { type FormEvent, useState } from 'react'
import { call } from '../api/api.ts'
import { useLoad } from '../api/use-load.ts'
import { actOnPage, addressOf } from '../browser/act-on-page.ts'
import { LivePicture } from '../browser/live-picture.tsx'
import { PageLog } from '../browser/page-log.tsx'
import { RequestsLog } from '../browser/requests-log.tsx'
import { SnapshotView } from '../browser/snapshot-view.tsx'
import { useLive } from '../browser/use-live.ts'
import { ActButton, useAct } from '../part/act.tsx'
import { Ago } from '../part/ago.tsx'
import { Icon } from '../part/icon.tsx'
import { Await, Badge, FailureNote } from '../part/state.tsx'
import { Tabs } from '../part/tabs.tsx'
import { Link } from '../route/link.tsx'
import '../style/browser.css'

/** The browser of one session: its page as it changes, everything that was done to it, and every request that it made. */
export function OneBrowserPage({ id }: { id: string }) {
  const at = `/v1/sessions/${id}/browser`
  const browser = useLoad<BrowserInfo>(at, { everyMs: 3000 })
  const isOpen = browser.value?.open ?? false
  const live = useLive(id, isOpen)
  const end = async () => {
    await call(at, { method: 'DELETE' })
    browser.reload()
  }
  return (
    <Await of={browser} list={{ noun: 'browser', href: '/browsers', word: 'All browsers' }}>
      {(info) => (
        <div className="stack">
          <Head id={id} info={info} onEnd={end} />
          <AddressBar session={id} isOpen={isOpen} shown={live.frame?.url} onDone={browser.reload} />
          <div className="browser-page">
            <LivePicture view={live} isOpen={isOpen} />
            <div className="stack">
              <Tabs
                label="Parts of the browser"
                entries={[
                  { id: 'actions', name: 'Actions', draw: () => <PageLog session={id} /> },
                  { id: 'requests', name: 'Requests', draw: () => <RequestsLog session={id} /> },
                  { id: 'snapshot', name: 'Snapshot', draw: () => <SnapshotView session={id} isOpen={isOpen} /> },
                ]}
              />
            </div>
          </div>
        </div>
      )}
    </Await>
  )
}

function Head({ id, info, onEnd }: { id: string; info: BrowserInfo; onEnd(): Promise<void> }) {
  return (
    <div className="row">
      <h1 className="only-heard">Browser of session {id}</h1>
      <Badge state={info.open ? 'active' : 'cancelled'}>{info.open ? 'open' : 'not open'}</Badge>
      {info.version && <span className="quiet-text">Chromium {info.version}</span>}
      {info.isolation && (
        <span className="quiet-text">
          {info.isolation === 'nested' ? 'Chromium’s own sandbox inside of ours' : 'in our sandbox'}
        </span>
      )}
      {info.openedAt !== null && (
        <span className="quiet-text">
          opened <Ago at={info.openedAt} />
        </span>
      )}
      <span className="grow" />
      <Link className="button" href={`/sessions/${id}`}>
        <Icon name="session" /> Its session
      </Link>
      {info.open && (
        <ActButton asks="End this browser? Its cookies are kept with the session." work={onEnd}>
          End
        </ActButton>
      )}
      {info.tabs.length > 1 && <TabList tabs={info.tabs} />}
    </div>
  )
}

function TabList({ tabs }: { tabs: BrowserTab[] }) {
  return (
    <ul className="browser-tabs">
      {tabs.map(({ id, title, url, active }) => (
        <li key={id} data-active={active} title={url}>
          {title || url}
        </li>
      ))}
    </ul>
  )
}

function AddressBar(props: { session: string; isOpen: boolean; shown: string | undefined; onDone(): void }) {
  const { session, isOpen, shown, onDone } = props
  const [typed, setTyped] = useState<string>()
  const { act, isBusy, failure } = useAct()
  const work = (type: string, input: object = {}) =>
    act(async () => {
      await actOnPage(session, type, input).finally(onDone)
      setTyped(undefined)
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const url = addressOf((typed ?? shown ?? '').trim())
    work(isOpen ? 'navigate' : 'open', { url })
  }
  return (
    <>
      <form className="row address-bar" onSubmit={submit}>
        {(['back', 'forward', 'reload'] as const).map((type) => (
          <button
            key={type}
            type="button"
            className={`quiet ${type === 'forward' ? 'turned' : ''}`}
            aria-label={type}
            title={type}
            disabled={!isOpen || isBusy}
            onClick={() => work(type)}
          >
            <Icon name={type === 'reload' ? 'again' : 'left'} />
          </button>
        ))}
        <input
          className="grow mono"
          aria-label="Address"
          placeholder="https://example.org"
          value={typed ?? shown ?? ''}
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
        />
        <button type="submit" className="main" disabled={isBusy}>
          {isBusy ? 'Going …' : 'Go'}
        </button>
      </form>
      {failure && <FailureNote failure={failure} />}
    </>
  )
}
