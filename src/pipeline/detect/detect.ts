import MarkdownIt from 'markdown-it'
import { EngineError } from '../../contract/errors.ts'
import type { DetectedBlock, Program, RunRequest } from '../../contract/run.ts'
import { findLanguage, type Language, languageOfFile } from '../../language/language.ts'
import { programsOf } from '../programs-of.ts'
import type { Stage } from '../stage.ts'
import { complexityOf } from './complexity.ts'

/** Block structure only: what stands inside a paragraph is never needed, and is the slow part of parsing. */
const markdown = new MarkdownIt('commonmark')
markdown.core.ruler.disable('inline')

/** Finds the code of a request. It reads; it never runs or imports what it reads. */
export function createDetect(languages: readonly Language[]): Stage<RunRequest, DetectedBlock[]> {
  return async (request, { emit, cause }) => {
    const blocks =
      request.text !== undefined
        ? detectBlocks(request.text, languages)
        : programsOf(request).map((program) => wholeProgram(program, languages))
    blocks.forEach((found, block) => {
      emit({ type: 'block.found', block, found, cause })
    })
    return blocks
  }
}

/** Every fenced block of an answer in CommonMark, with its place in the text. */
export function detectBlocks(text: string, languages: readonly Language[]): DetectedBlock[] {
  const lineStarts = startsOfLines(text)
  return markdown
    .parse(text, {})
    .filter((token) => token.type === 'fence' && token.map)
    .map((token) => {
      const [first, behind] = token.map as [number, number]
      const tag = token.info.trim().split(/\s+/)[0] ?? ''
      return {
        ...judge(tag, token.content, languages),
        code: token.content,
        start: lineStarts[first] ?? text.length,
        end: lineStarts[behind] ?? text.length,
        line: first + 2,
        complexity: complexityOf(token.content),
      }
    })
}

type Judgement = Pick<DetectedBlock, 'language' | 'confidence' | 'executable' | 'reason'>

function judge(tag: string, code: string, languages: readonly Language[]): Judgement {
  if (tag === '') return { language: null, confidence: 0, executable: false, reason: 'the fence names no language' }
  const language = findLanguage(languages, tag.replace(/^\{?\.?|\}$/g, ''))
  if (!language) return { language: null, confidence: 0, executable: false, reason: `"${tag}" is not run here` }
  const isEmpty = code.trim() === ''
  const reason = isEmpty ? 'the block is empty' : `the fence says "${tag}"`
  return { language: language.id, confidence: 1, executable: !isEmpty, reason }
}

/** Throws when the language of a program is not told or not known; callers ask before a run begins. */
export function languageOfProgram(
  program: Program,
  languages: readonly Language[],
): { language: Language; reason: string } {
  const known = languages.map(({ id }) => id)
  if (program.language !== undefined) {
    const language = findLanguage(languages, program.language)
    if (!language) throw new EngineError('LANGUAGE_UNKNOWN', { language: program.language, known })
    return { language, reason: 'the request says so' }
  }
  const language = languageOfFile(languages, program.fileName ?? '')
  if (!language) throw new EngineError('LANGUAGE_UNCLEAR', { known })
  return { language, reason: `the file is named ${program.fileName}` }
}

function wholeProgram(program: Program, languages: readonly Language[]): DetectedBlock {
  const { code } = program
  const { language, reason } = languageOfProgram(program, languages)
  return {
    language: language.id,
    confidence: 1,
    code,
    start: 0,
    end: code.length,
    line: 1,
    executable: true,
    reason,
    complexity: complexityOf(code),
  }
}

function startsOfLines(text: string): number[] {
  const starts = [0]
  // The same three line endings that CommonMark knows.
  for (const ending of text.matchAll(/\r\n|\n|\r/g)) starts.push(ending.index + ending[0].length)
  return starts
}
