import type { Refused } from 'anneal-contract/refused.ts'

const told = document.querySelector<HTMLMetaElement>('meta[name="console-refused"]')?.content ?? ''
const refused: Refused | undefined = told.startsWith('{') ? JSON.parse(told) : undefined

/** The refusal of this address, where the server refused it; pages that are gone to later are not refused. */
export const refusedAt = (path: string): Refused | undefined => (refused?.path === path ? refused : undefined)
