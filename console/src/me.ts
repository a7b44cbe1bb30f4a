import { createContext, use } from 'react'

/** The person at this browser. */
export interface Me {
  user: string
  scope: 'admin' | 'user' | 'read'
  expiresAt: number | null
  version: string
}

export const MeContext = createContext<Me | null>(null)

export function useMe(): Me {
  const me = use(MeContext)
  if (!me) throw new Error('nobody is signed in')
  return me
}
