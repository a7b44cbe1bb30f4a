import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../api/api.ts'
import icon from '../icon.svg'
import { useMe } from '../me.ts'
import { Icon } from '../part/icon.tsx'
import { shortId } from '../part/words.ts'
import { Link } from '../route/link.tsx'
import type { Place } from '../route/router.ts'
import { Bell } from './bell.tsx'
import { usePageWords } from './document-title.ts'
import { Finder } from './finder.tsx'
import { Going } from './going.tsx'
import { Help } from './help.tsx'
import { useKeys } from './keys.ts'
import { entryOf, PAGE_LIST } from './pages.ts'
import { nextTheme, type Theme, themeNow } from './theme.ts'

/** The frame of all pages: the rail, where one is, what goes on. */
export function Shell({ place, children }: { place: Place; children: ReactNode }) {
  const [isNarrow, setNarrow] = useState(false)
  const [open, setOpen] = useState<'find' | 'help'>()
  const close = useCallback(() => setOpen(undefined), [])
  useKeys({ onFind: useCallback(() => setOpen('find'), []), onHelp: useCallback(() => setOpen('help'), []) })
  const main = useFocusOfPage(place.path)
  const entry = entryOf(place.path)
  usePageWords(entry && place.parts[1] && shortId(place.parts[1]), entry?.word ?? 'Not found')
  return (
    <div className="shell" data-narrow={isNarrow}>
      <Rail place={place} onNarrow={() => setNarrow((before) => !before)} />
      <header className="top">
        <Crumbs place={place} />
        <span className="grow" />
        <Going />
        <button type="button" className="quiet" onClick={() => setOpen('find')}>
          <Icon name="search" />
          <span className="wide">Search</span> <kbd className="wide">Ctrl K</kbd>
        </button>
        <Bell />
        <ThemeButton />
        <button type="button" className="quiet wide" aria-label="Keys" title="Keys (?)" onClick={() => setOpen('help')}>
          <Icon name="help" />
        </button>
        <Person />
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        {children}
      </main>
      {open === 'find' && <Finder onClose={close} />}
      {open === 'help' && <Help onClose={close} />}
    </div>
  )
}

const isTyping = (place: Element | null): boolean =>
  place instanceof HTMLElement && (place.isContentEditable || ['INPUT', 'TEXTAREA'].includes(place.tagName))

/** Another page begins at its top, and has the focus: the next Tab leads into it, and its words are read. Typing goes on. */
function useFocusOfPage(path: string) {
  const main = useRef<HTMLElement>(null)
  const before = useRef(path)
  useEffect(() => {
    if (before.current === path) return
    before.current = path
    main.current?.scrollTo(0, 0)
    if (!isTyping(document.activeElement)) main.current?.focus({ preventScroll: true })
  }, [path])
  return main
}

function Rail({ place, onNarrow }: { place: Place; onNarrow(): void }) {
  const current = entryOf(place.path)
  const rail = useRef<HTMLElement>(null)
  // On a phone the rail is longer than the screen is wide.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another place on the rail.
  useEffect(() => {
    // Browsers may answer with a promise, which an effect must not give back.
    rail.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])
  return (
    <nav ref={rail} className="rail" aria-label="Pages">
      <Link className="brand" href="/">
        <img src={icon} alt="" />
        <span className="word">Anneal</span>
      </Link>
      {PAGE_LIST.map((entry) => (
        <Link key={entry.path} href={entry.path} {...(entry === current && { 'aria-current': 'page' as const })}>
          <Icon name={entry.icon} />
          <span className="word">{entry.word}</span>
        </Link>
      ))}
      <button type="button" className="foot" onClick={onNarrow} aria-label="Wide or narrow rail">
        <Icon name="left" />
        <span className="word">Narrow</span>
      </button>
    </nav>
  )
}

function Crumbs({ place }: { place: Place }) {
  const entry = entryOf(place.path)
  const id = entry && place.parts[1]
  return (
    <nav className="crumbs cut" aria-label="You are here">
      {id === undefined ? (
        <span aria-current="page">{entry?.word ?? 'Not found'}</span>
      ) : (
        <>
          <Link href={entry?.path ?? '/'}>{entry?.word}</Link>
          <span aria-hidden="true">/</span>
          <span aria-current="page" className="mono">
            {shortId(id)}
          </span>
        </>
      )}
    </nav>
  )
}

function ThemeButton() {
  const [theme, setTheme] = useState<Theme>(themeNow)
  const label = `Theme: ${theme}`
  return (
    <button type="button" className="quiet" aria-label={label} title={label} onClick={() => setTheme(nextTheme())}>
      <Icon name="theme" />
    </button>
  )
}

function Person() {
  const me = useMe()
  const leave = async () => {
    await call('/console/sign-in', { method: 'DELETE' })
    location.assign('/sign-in')
  }
  return (
    <>
      <span className="quiet-text small wide" title={`signed in with a key of scope ${me.scope}`}>
        {me.user}
      </span>
      <button type="button" className="quiet" aria-label="Sign out" title="Sign out" onClick={() => void leave()}>
        <Icon name="out" />
      </button>
    </>
  )
}
