import type { Change } from './change.ts'
import { withoutComments } from './without-comments.ts'

/** A program without a statement ends well, whatever it was meant to do. */
export function leavesNothing({ before, after, language }: Change): string | undefined {
  return hasStatement(after, language) || !hasStatement(before, language) ? undefined : 'it leaves no statement'
}

const EMPTY = /^(?:pass|\.{3}|:|[{}();,]*)$/

/** A text alone does nothing, and neither does a statement that stands for none. */
function hasStatement(code: string, language: string): boolean {
  const bare = withoutComments(code, language).replace(/"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)/g, '""')
  return bare.split('\n').some((line) => {
    const text = line.trim().replace(/^(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\s*;?$/, '')
    return text !== '' && !EMPTY.test(text)
  })
}
