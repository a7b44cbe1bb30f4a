import type { RunSummary } from 'anneal-contract/api.ts'
import type { SessionInfo } from 'anneal-contract/session.ts'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { withQuery } from '../api/api.ts'
import { useLoad } from '../api/use-load.ts'
import { useSettled } from '../api/use-settled.ts'
import { Icon, type IconName } from '../part/icon.tsx'
import { agoText, shortId } from '../part/words.ts'
import { go } from '../route/router.ts'
import { PAGE_LIST } from './pages.ts'

interface Found {
  title: string
  detail: string
  icon: IconName
  path: string
}

const MOST = 30

/** Searches pages, runs and sessions by what is typed; an id that is pasted whole opens at once. */
export function Finder({ onClose }: { onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [wanted, setWanted] = useState('')
  const [at, setAt] = useState(0)
  const found = useFound(wanted)
  useEffect(() => dialog.current?.showModal(), [])
  const choose = (one: Found | undefined) => {
    if (!one) return
    onClose()
    go(one.path)
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setAt((before) => Math.min(Math.max(before + step, 0), found.length - 1))
    }
    if (event.key === 'Enter') choose(found[at])
  }
  return (
    <dialog ref={dialog} className="finder" onClose={onClose} aria-label="Search">
      <input
        role="combobox"
        aria-expanded="true"
        aria-controls="finder-list"
        aria-activedescendant={`finder-${at}`}
        aria-label="Search pages, runs and sessions"
        placeholder="Search pages, runs, sessions …"
        value={wanted}
        onChange={(event) => {
          setWanted(event.target.value)
          setAt(0)
        }}
        onKeyDown={press}
      />
      <ul id="finder-list" role="listbox" aria-label="Found">
        {found.map((one, index) => (
          <li
            key={one.path}
            id={`finder-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onClick={() => choose(one)}
          >
            <Icon name={one.icon} />
            <span className="cut">{one.title}</span>
            <span className="quiet-text small detail">{one.detail}</span>
          </li>
        ))}
      </ul>
    </dialog>
  )
}

function useFound(wanted: string): Found[] {
  const search = useSettled(wanted.trim())
  const runs = useLoad<{ runs: RunSummary[] }>(withQuery('/v1/runs', { limit: MOST, search })).value?.runs ?? []
  const sessions = useLoad<{ sessions: SessionInfo[] }>('/v1/sessions?limit=200').value?.sessions ?? []
  const low = wanted.trim().toLowerCase()
  const direct = /^run[0-9a-z]{20,}$/.test(low)
    ? [{ title: low, detail: 'run', icon: 'run' as const, path: `/runs/${low}` }]
    : []
  const all: Found[] = [
    ...PAGE_LIST.map(({ word, icon, path, key }) => ({ title: word, detail: `g ${key}`, icon, path })),
    ...runs.map(({ runId, title, outcome, languages, startedAt }) => ({
      ...{ title: title ?? `Run ${shortId(runId)}`, icon: 'runs' as const, path: `/runs/${runId}` },
      detail: `${outcome ?? 'running'} · ${languages.join(', ')} · ${agoText(startedAt)}`,
    })),
    ...sessions.map(({ id, conversation, usedAt }) => ({
      ...{ title: `Session ${shortId(id)}`, icon: 'session' as const, path: `/sessions/${id}` },
      detail: `${conversation === id ? '' : `${conversation} · `}${agoText(usedAt)}`,
    })),
  ]
  const fits = ({ title, detail, path }: Found) => `${title} ${detail} ${path}`.toLowerCase().includes(low)
  return [...direct, ...all.filter(fits)].slice(0, MOST)
}
