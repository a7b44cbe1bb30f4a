import type { Proposal } from '../strategy.ts'
import { enclosingFunction } from './enclosing-function.ts'
import { isPunctuation, isWord } from './grammar.ts'
import { onSyntax } from './javascript-strategy.ts'

export const makeAsync = onSyntax({
  id: 'javascript/make-async',
  title: 'Makes a function async that uses await',
  prior: 0.95,
  propose: (source) => {
    const starts = new Set<number>()
    for (const [index, token] of source.tokens.entries()) {
      if (!isWord(token, 'await') || isPunctuation(source.tokens[index - 1], '.')) continue
      const found = enclosingFunction(source, index)
      if (found && !found.isAsync) starts.add(found.start)
    }
    const proposals = [...starts]
      .slice(0, 20)
      .map((start) => propose(source.tokens[start]?.start ?? 0, source.tokens[start]?.line ?? 1))
    const all = {
      edits: proposals.flatMap(({ edits }) => edits),
      why: 'made the functions async that use await',
      sureness: 0.97,
    }
    return proposals.length > 1 ? [all, ...proposals] : proposals
  },
})

const propose = (at: number, line: number): Proposal => ({
  edits: [{ start: at, end: at, text: 'async ' }],
  why: `made the function of line ${line} async, because it uses await`,
  sureness: 0.95,
})
