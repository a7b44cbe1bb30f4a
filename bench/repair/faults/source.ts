import { type Region, readRegions } from './regions.ts'

export type CorpusLanguage = 'python' | 'javascript' | 'typescript' | 'bash' | 'sql'

/** A program in the form that faults work on. */
export interface Source {
  text: string
  /** The same text, place by place, with the content of strings dotted out and comments blank. */
  code: string
  strings: Region[]
  comments: Region[]
}

export function sourceOf(text: string, language: CorpusLanguage): Source {
  const regions = readRegions(text, language)
  const strings = regions.filter(({ kind }) => kind === 'string')
  const comments = regions.filter(({ kind }) => kind === 'comment')
  let code = text
  for (const { start, end, open, close } of strings)
    code = fill(code, { start: start + open, end: end - close, by: '·' })
  for (const { start, end } of comments) code = fill(code, { start, end, by: ' ' })
  return { text, code, strings, comments }
}

/** Fills a range but keeps its line breaks, so that `^` and `$` mean the same in both texts. */
function fill(text: string, { start, end, by }: { start: number; end: number; by: string }): string {
  return text.slice(0, start) + text.slice(start, end).replace(/[^\n]/g, by) + text.slice(end)
}
