import type { BrowserTarget } from '../../../src/contract/browser.ts'

/** A page of MiniWoB++ with its episode begun, and the only ways in which an oracle may see and act. */
export interface Player {
  /** The task in the words of the page. */
  task: string
  /** One action `browser.*`; it throws when the action does not end well. */
  act(type: string, input: object): Promise<Record<string, unknown>>
  /** Reads the page by a script. */
  see<T>(script: string): Promise<T>
  click(target: BrowserTarget, input?: object): Promise<unknown>
  fill(target: BrowserTarget, value: string): Promise<unknown>
  press(key: string, input?: object): Promise<unknown>
}

/** Solves one page by actions. */
export type Oracle = (player: Player) => Promise<void>

export type Oracles = Record<string, Oracle>

/** The parts of the task that stand between marks of a pattern; throws where the page says something else. */
export function parts(task: string, pattern: RegExp): string[] {
  const found = pattern.exec(task)
  if (!found) throw new Error(`the task is "${task}", which ${pattern} does not fit`)
  return found.slice(1)
}

/** A selector of an element that shows exactly this text. */
export const saying = (css: string, text: string): string => `${css}:text-is(${JSON.stringify(text)})`

export const submit = (player: Player, css = '#subbtn'): Promise<unknown> => player.click(css)

/** "2nd" as a number from 0. */
export const place = (ordinal: string): number => Number.parseInt(ordinal, 10) - 1

/** Element number `nth` of a selector. */
export const at = (css: string, nth: number): BrowserTarget => ({ css, nth })
