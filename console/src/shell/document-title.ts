import { useEffect } from 'react'

/** The name of the thing that a page shows, and the page that said so: pages draw before the frame around them. */
let named: { path: string; name: string } | undefined
let pageWords: (string | undefined)[] = []

function write(): void {
  const name = named?.path === location.pathname ? named.name : undefined
  document.title = [name ?? pageWords[0], ...pageWords.slice(1), 'Anneal'].filter(Boolean).join(' · ')
}

/** Names the window after a page: the id in its address, if any, and the word of the page. */
export function usePageWords(id: string | undefined, word: string | undefined): void {
  useEffect(() => {
    pageWords = [id, word]
    write()
  }, [id, word])
}

/** A better name for the window than an id: the title of a run, a conversation, a plan. */
export function useThingName(name: string | null | undefined): void {
  useEffect(() => {
    if (!name) return
    named = { path: location.pathname, name }
    write()
  }, [name])
}
