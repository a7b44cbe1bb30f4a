import { readdir, readFile } from 'node:fs/promises'
import type { ElementHandle, Frame } from 'playwright-core'
import { EngineError } from '../../contract/errors.ts'
import type { References } from '../snapshot/page-memory.ts'

const FOLDER = new URL('../inside/', import.meta.url)
const KEY = "globalThis[Symbol.for('anneal.page')]"
const MISSING = 'anneal: not here yet'

let script: Promise<string> | undefined

async function readScript(): Promise<string> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.js')).toSorted()
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, FOLDER), 'utf8')))
  return `(() => {\n${texts.join('\n')}\n})()`
}

/** Work of our script in a page. */
interface InPage<T> {
  result: T
  /** Differs from that of every document that was in the frame before. */
  document: string
}
interface Answer<T> extends InPage<T> {
  /** The first number that no reference of this page has. */
  next: number
  /** Whether the element that the work was asked for is not there any more. */
  isGone?: boolean
}
interface Asked {
  references: References
  /** The element that is looked at; the whole page unless it is told. */
  ref?: string | undefined
  [more: string]: unknown
}

/** The references of a selector engine are those of our script. */
export const REF_ENGINE = 'anneal-ref'
export const refEngine = `({
  query: (root, ref) => ${KEY}?.elementOf?.(ref) ?? null,
  queryAll: (root, ref) => [${KEY}?.elementOf?.(ref)].filter(Boolean),
})`

/**
 * Calls our script in a frame, and brings it there first where it is not yet. The page could change it: nothing that comes back is
 * more than the page's own word.
 */
export async function inPage<T>(frame: Frame, work: string, { references, ...asked }: Asked): Promise<InPage<T>> {
  const given = { ...asked, from: references.next }
  const answer = await called<T>(frame, work, given)
  references.next = Math.max(references.next, answer.next)
  if (answer.isGone)
    throw new EngineError('REFERENCE_GONE', { ref: asked.ref ?? '', reason: 'it was removed', nearest: '' })
  return answer
}

async function called<T>(frame: Frame, work: string, given: object): Promise<Answer<T>> {
  const call = `${KEY}?.call ? JSON.stringify(${KEY}.call(${JSON.stringify(work)}, ${JSON.stringify(given)})) : ${JSON.stringify(MISSING)}`
  const first = await frame.evaluate<string>(call)
  if (first !== MISSING) return JSON.parse(first) as Answer<T>
  script ??= readScript()
  await frame.evaluate(await script)
  return JSON.parse(await frame.evaluate<string>(call)) as Answer<T>
}

/** The reference of an element, where our script is there already. */
export async function refOf(element: ElementHandle, references: References): Promise<string | undefined> {
  const given = await element.evaluate(REF_OF, references.next)
  if (given) references.next = Math.max(references.next, given.next)
  return given?.ref
}

type Given = { ref: string; next: number }

/** Runs in the page, on an element of it. */
const REF_OF = (element: unknown, from: number): Given | undefined =>
  (globalThis as unknown as Record<symbol, { refFrom?(of: unknown, from: number): Given }>)[
    Symbol.for('anneal.page')
  ]?.refFrom?.(element, from)
