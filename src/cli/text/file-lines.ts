import type { RunResult } from '../../contract/run.ts'
import { byteText } from './byte-text.ts'
import type { Paint } from './screen.ts'
import { visibleText } from './visible-text.ts'

const MOST_LINES = 20

/** The files that a run wrote, and those that were not kept. */
export function fileLines({ files, blocks }: Pick<RunResult, 'files' | 'blocks'>, paint: Paint): string[] {
  const left = blocks.flatMap(({ attempts }) => attempts.at(-1)?.filesLeftOut ?? [])
  const lines = [
    ...files.map(({ path, size, type }) => paint('dim', `  wrote ${visibleText(path)} · ${byteText(size)} · ${type}`)),
    ...left.map(({ path, why }) => paint('yellow', `  not kept: ${visibleText(path)} · ${visibleText(why)}`)),
  ]
  const more = lines.length - MOST_LINES
  return more > 0 ? [...lines.slice(0, MOST_LINES), paint('dim', `  … ${more} more`)] : lines
}
