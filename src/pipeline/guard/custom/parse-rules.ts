import { type Document, isNode, LineCounter, parseAllDocuments } from 'yaml'
import { type CustomRule, ruleDocument } from './rule-document.ts'

export interface ParsedRules {
  rules: CustomRule[]
  /** `file:line: problem`, for each rule that is refused. */
  problems: string[]
}

/** All rules of one file, which may have several documents. */
export function parseRules(fileName: string, text: string): ParsedRules {
  const lines = new LineCounter()
  const documents = parseAllDocuments(text, { lineCounter: lines })
  const parsed = (Array.isArray(documents) ? documents : []).map((document) => {
    const lineOf = (offset: number | undefined) => lines.linePos(offset ?? document.range[0]).line
    return readDocument(document as Document.Parsed, (offset) => `${fileName}:${lineOf(offset)}`)
  })
  return { rules: parsed.flatMap(({ rules }) => rules), problems: parsed.flatMap(({ problems }) => problems) }
}

function readDocument(document: Document.Parsed, at: (offset: number | undefined) => string): ParsedRules {
  const [broken] = document.errors
  if (broken) return refused(at(broken.pos[0]), (broken.message.split('\n')[0] ?? '').replace(/ at line \d+.*$/, ''))
  if (document.contents === null) return { rules: [], problems: [] }
  const start = document.contents.range[0]
  let value: unknown
  try {
    value = document.toJS({ maxAliasCount: 100 })
  } catch (cause) {
    // YAML aliases that multiply to more than anybody writes.
    return refused(at(start), cause instanceof Error ? cause.message : String(cause))
  }
  const read = ruleDocument.safeParse(value)
  if (read.success) return { rules: [{ ...read.data, at: at(start) }], problems: [] }
  const problems = read.error.issues.map(({ path, message }) => {
    const node = document.getIn(path, true)
    const where = at(isNode(node) ? node.range?.[0] : start)
    return `${where}: ${path.length > 0 ? `${path.join('.')}: ${message}` : message}`
  })
  return { rules: [], problems }
}

const refused = (at: string, reason: string): ParsedRules => ({ rules: [], problems: [`${at}: ${reason}`] })
