import type { Source } from './source.ts'

/** Text from `start` to `end` of the program becomes `text`. */
export interface Edit {
  start: number
  end: number
  text: string
}

/** One realistic way to get a program wrong. */
export interface Fault {
  class: string
  /** Whether a rule can know the right repair; otherwise it would have to guess the author's intention. */
  isMechanical: boolean
  /** Every site of the program where the fault can be made, each as the edits that make it. */
  sites: Way
}

export type Way = (source: Source) => Edit[][]

/** A class that a rule can repair: all its ways make the same mistake. */
export const mechanical = (name: string, ...ways: Way[]): Fault => ({
  class: name,
  isMechanical: true,
  sites: (source) => ways.flatMap((way) => way(source)),
})

/** A class that can only be repaired by knowing the author's intention. */
export const unknowable = (name: string, ...ways: Way[]): Fault => ({
  ...mechanical(name, ...ways),
  isMechanical: false,
})

export function applyEdits(text: string, edits: Edit[]): string {
  const fromTheEnd = [...edits].sort((a, b) => b.start - a.start || b.end - a.end)
  return fromTheEnd.reduce((done, edit) => done.slice(0, edit.start) + edit.text + done.slice(edit.end), text)
}

/** Line of the first edit, from 1. */
export function lineOf(text: string, edits: Edit[]): number {
  const first = Math.min(...edits.map(({ start }) => start))
  return text.slice(0, first).split('\n').length
}
