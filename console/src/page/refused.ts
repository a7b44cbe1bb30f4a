/** An answer of the server that stands in place of what was asked for, as the document tells it. */
export interface Refused {
  status: number
  path: string
  code: string
  message: string
  hint: string
}

const told = document.querySelector<HTMLMetaElement>('meta[name="console-refused"]')?.content ?? ''
const refused: Refused | undefined = told.startsWith('{') ? JSON.parse(told) : undefined

/** The refusal of this address, where the server refused it; pages that are gone to later are not refused. */
export const refusedAt = (path: string): Refused | undefined => (refused?.path === path ? refused : undefined)
