import { readFile, writeFile } from 'node:fs/promises'

const FILE = new URL('../results/browser.json', import.meta.url)

/** Replaces one part of the results of the browser, and leaves the others as they are. */
export async function keepResults<T extends object>(part: string, change: (kept: Partial<T>) => object): Promise<void> {
  const text = await readFile(FILE, 'utf8').catch(() => '{}')
  const all = JSON.parse(text) as Record<string, Partial<T>>
  const next = { bench: 'browser', ...all, [part]: change(all[part] ?? {}) }
  await writeFile(FILE, `${JSON.stringify(next, rounded, 2)}\n`)
}

const rounded = (_: string, value: unknown): unknown => (typeof value === 'number' ? Number(value.toFixed(3)) : value)
