import type { IconName } from '../part/icon.tsx'

export interface PageEntry {
  path: string
  word: string
  icon: IconName
  /** The second key after g. */
  key: string
}

/** The pages that the rail leads to, in its order. */
export const PAGE_LIST: PageEntry[] = [
  { path: '/', word: 'Run', icon: 'run', key: 'h' },
  { path: '/runs', word: 'Runs', icon: 'runs', key: 'r' },
]

export const entryOf = (path: string): PageEntry | undefined => {
  const [, first = ''] = path.split('/')
  return PAGE_LIST.find((entry) => entry.path === `/${first}`)
}
