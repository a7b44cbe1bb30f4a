import { MAX_SAMPLE, type Score, scoreClues } from '../guess/score-clues.ts'
import { bareCode } from './bare-code.ts'
import { findDrafts } from './drafts.ts'
import { preCode } from './html-pre.ts'
import { inlineCode } from './inline-code.ts'
import { scanBlocks } from './scan-blocks.ts'
import type { ScannedBlock } from './scanned-block.ts'

/** A piece of code in an answer, before its language is judged. */
export interface Piece {
  kind: 'fence' | 'indented' | 'inline' | 'html' | 'bare' | 'whole'
  /** The text of the fence or the class. */
  info: string
  code: string
  start: number
  end: number
  /** Line of the first line of code, from 1. */
  line: number
  /** The line of prose before the piece. */
  context: string
  /** The end of the prose before the piece, and the beginning of the prose behind it. */
  before?: string
  behind?: string
  /** For bare code: whether every line has the form of code. */
  looksLikeCode?: boolean
  /** The tag of the draft that it is part of: a model thought aloud. */
  draft?: string
  /** Languages with the weight of their signs, the best first; undefined when the answer has too much code to score. */
  scores?: Score[]
}

export interface Reading {
  pieces: Piece[]
  /** The number of blocks beyond the limit; code in sentences beyond its limit is dropped without being counted. */
  leftOut: number
}

export const MAX_PIECES = 1_000
const MAX_INLINE = 1_000
/** So much code, over all pieces, is scored for signs of its language. */
const MAX_SCORED = 400_000
const MAX_CONTEXT = 200
const MAX_BEFORE = 300
/** Longer texts are not prose with pasted code: code is searched for in fences only. */
const MAX_BARE_TEXT = 200_000

/** Every piece of code in an answer, in order. It only reads: it never runs or imports the code. Its time is linear. */
export function readAnswer(given: string): Reading {
  const { text, spans } = findDrafts(given)
  const { pieces, inline, leftOut } = collect(text)
  const bare = text.length > MAX_BARE_TEXT ? [] : barePieces(text, pieces)
  const all = [...pieces, ...inline, ...bare].toSorted((a, b) => a.start - b.start)
  const drafts = all.map((piece) => {
    const draft = spans.find(({ start, end }) => start <= piece.start && piece.start < end)?.tag
    return draft === undefined ? piece : { ...piece, draft }
  })
  return { pieces: scored(drafts), leftOut }
}

function collect(text: string): Reading & { inline: Piece[] } {
  const pieces: Piece[] = []
  const inline: Piece[] = []
  let leftOut = 0
  let before = ''
  scanBlocks(text, (block) => {
    if (block.kind === 'text') {
      const last = pieces.at(-1)
      if (last && last.behind === undefined) last.behind = block.first.trim().slice(0, MAX_CONTEXT)
      before = block.last
      if (block.lines.length > 0 && inline.length < MAX_INLINE)
        inline.push(...inlinePieces(block, MAX_INLINE - inline.length))
      return
    }
    const around = { text, context: contextOf(before), before: before.trim().slice(-MAX_BEFORE) }
    const found = block.kind === 'html' ? prePieces(block, around) : [pieceOf(block.kind, block, around)]
    const kept = found.slice(0, MAX_PIECES - pieces.length)
    leftOut += found.length - kept.length
    pieces.push(...kept)
    before = ''
  })
  return { pieces, inline, leftOut }
}

/** The prose around a piece. */
interface Around {
  text: string
  context: string
  before: string
}

const inlinePieces = (block: ScannedBlock, most: number): Piece[] =>
  inlineCode(block)
    .slice(0, most)
    .map((found) => ({ kind: 'inline', info: '', ...found, context: contextOf(block.last) }))

function prePieces(block: ScannedBlock, { text, context, before }: Around): Piece[] {
  return preCode(text.slice(block.start, block.end)).map(({ linesAbove, start, end, ...pre }) => ({
    kind: 'html',
    ...pre,
    start: block.start + start,
    end: block.start + end,
    line: block.line + linesAbove,
    context,
    before,
  }))
}

function scored(pieces: Piece[]): Piece[] {
  let left = MAX_SCORED
  return pieces.map((piece) => {
    if (piece.kind === 'inline' || left <= 0) return piece
    left -= Math.min(piece.code.length, MAX_SAMPLE)
    return { ...piece, scores: scoreClues(piece.code) }
  })
}

function pieceOf(kind: 'fence' | 'indented', block: ScannedBlock, { text, context, before }: Around): Piece {
  const { info, lines, start, end, line } = block
  // An open fence keeps the end of the text as it is, with or without a line ending.
  const isCut = kind === 'fence' && !block.isClosed && end === text.length && !/[\r\n]$/.test(text)
  const code = lines.length === 0 ? '' : `${lines.join('\n')}${isCut ? '' : '\n'}`
  return {
    kind,
    info,
    code,
    start,
    end,
    line: kind === 'fence' ? line + 1 : line,
    context,
    before,
  }
}

/** Indented code does not count as taken: between bare lines it is part of them. */
function barePieces(text: string, pieces: Piece[]): Piece[] {
  const taken = pieces.filter(({ kind }) => kind !== 'indented')
  return bareCode(text, taken).map(({ isWhole, context, ...region }) => ({
    kind: isWhole ? 'whole' : 'bare',
    info: '',
    ...region,
    context: contextOf(context),
    before: context.slice(-MAX_BEFORE),
  }))
}

const contextOf = (line: string): string => line.trim().slice(0, MAX_CONTEXT)
