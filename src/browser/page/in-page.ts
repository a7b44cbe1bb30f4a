import { readdir, readFile } from 'node:fs/promises'
import type { Frame } from 'playwright-core'

const FOLDER = new URL('../inside/', import.meta.url)
const KEY = "globalThis[Symbol.for('anneal.page')]"
const MISSING = 'anneal: not here yet'

let script: Promise<string> | undefined

async function readScript(): Promise<string> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.js')).toSorted()
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, FOLDER), 'utf8')))
  return `(() => {\n${texts.join('\n')}\n})()`
}

/** Work of our script in a page; `next` is the first number that no reference has. */
interface InPage<T> {
  result: T
  next: number
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
export async function inPage<T>(frame: Frame, work: string, given: object): Promise<InPage<T>> {
  const call = `${KEY}?.call ? JSON.stringify(${KEY}.call(${JSON.stringify(work)}, ${JSON.stringify(given)})) : ${JSON.stringify(MISSING)}`
  const first = await frame.evaluate<string>(call)
  if (first !== MISSING) return JSON.parse(first) as InPage<T>
  script ??= readScript()
  await frame.evaluate(await script)
  return JSON.parse(await frame.evaluate<string>(call)) as InPage<T>
}

/** Runs in the page, on an element of it: its reference, where our script is there already. */
export const REF_OF = (element: unknown): string | undefined =>
  (globalThis as unknown as Record<symbol, { refOf?(of: unknown): string }>)[Symbol.for('anneal.page')]?.refOf?.(
    element,
  )
