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
  { path: '/sessions', word: 'Sessions', icon: 'session', key: 's' },
  { path: '/chat', word: 'Chat', icon: 'chat', key: 'c' },
  { path: '/browsers', word: 'Browsers', icon: 'browser', key: 'b' },
  { path: '/plans', word: 'Plans', icon: 'plan', key: 'p' },
  { path: '/machines', word: 'Machines', icon: 'machine', key: 'm' },
  { path: '/storage', word: 'Volumes', icon: 'storage', key: 'v' },
  { path: '/approvals', word: 'Approvals', icon: 'approval', key: 'a' },
  { path: '/memory', word: 'Memory', icon: 'memory', key: 'e' },
  { path: '/observe', word: 'Observe', icon: 'observe', key: 'o' },
  { path: '/settings', word: 'Settings', icon: 'settings', key: 't' },
]

export const entryOf = (path: string): PageEntry | undefined => {
  const [, first = ''] = path.split('/')
  return PAGE_LIST.find((entry) => entry.path === `/${first}`)
}
