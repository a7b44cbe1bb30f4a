import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}
addEventListener('popstate', tell)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const addressNow = () => location.pathname + location.search

export interface Place {
  path: string
  /** The parts of the path, without the empty one before the first slash. */
  parts: string[]
  query: URLSearchParams
}

export function usePlace(): Place {
  const address = useSyncExternalStore(subscribe, addressNow)
  const url = new URL(address, location.origin)
  const parts = url.pathname.split('/').filter(Boolean).map(decoded)
  return { path: url.pathname, parts, query: url.searchParams }
}

/** A part of an address; one that is not encoded as UTF-8 stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export function go(address: string, { replaces = false } = {}): void {
  if (replaces) history.replaceState(null, '', address)
  else history.pushState(null, '', address)
  tell()
}

/** Changes names in the query of the page; null removes one. The page stays the same entry of the history. */
export function setQuery(changes: Record<string, string | null>): void {
  const url = new URL(location.href)
  for (const [name, value] of Object.entries(changes))
    value === null ? url.searchParams.delete(name) : url.searchParams.set(name, value)
  go(url.pathname + url.search, { replaces: true })
}

/** A path of ours that somebody wants to come back to; anything that could lead elsewhere is the first page. */
export function ownPath(wish: string | null): string {
  if (!wish?.startsWith('/') || /^\/[/\\]|[\u0000-\u001f\\]/.test(wish)) return '/'
  const url = URL.parse(wish, location.origin)
  return url?.origin === location.origin ? url.pathname + url.search : '/'
}
