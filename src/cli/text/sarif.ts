import { isAbsolute } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Severity } from '../../contract/finding.ts'
import type { GuardReport, JudgedFinding } from '../../contract/guard.ts'

/** GitHub and others sort by this number: 9 and above is critical. */
const SECURITY: Record<Severity, string> = { info: '0.0', low: '3.0', medium: '5.5', high: '8.0', critical: '9.5' }
const LEVEL: Record<Severity, 'error' | 'warning' | 'note'> = {
  info: 'note',
  low: 'note',
  medium: 'warning',
  high: 'error',
  critical: 'error',
}

/** The findings in the Static Analysis Results Interchange Format, version 2.1.0. */
export function sarifOf({ findings }: GuardReport, { path }: { path: string }) {
  const rules = [...new Map(findings.map((finding) => [finding.rule, finding])).values()]
  const uri = path === '-' ? 'stdin' : uriOf(path)
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Anneal', rules: rules.map(ruleOf) } },
        columnKind: 'utf16CodeUnits',
        results: findings.map((finding) => ({
          ...resultOf(finding, uri),
          ruleIndex: rules.findIndex(({ rule }) => rule === finding.rule),
        })),
      },
    ],
  }
}

/** Relative paths stay relative: a reader of the file knows where it was made. */
const uriOf = (path: string): string =>
  isAbsolute(path)
    ? pathToFileURL(path).href
    : encodeURI(path.toWellFormed()).replaceAll('#', '%23').replaceAll('?', '%3F')

function ruleOf({ rule, family, severity, message, why, remedy, cwe }: JudgedFinding) {
  const [first] = cwe
  return {
    id: rule,
    shortDescription: { text: message },
    fullDescription: { text: why || message },
    help: { text: remedy },
    ...(first !== undefined && { helpUri: `https://cwe.mitre.org/data/definitions/${first}.html` }),
    defaultConfiguration: { level: LEVEL[severity] },
    properties: {
      'security-severity': SECURITY[severity],
      tags: ['security', family, ...cwe.map((number) => `external/cwe/cwe-${String(number).padStart(3, '0')}`)],
    },
  }
}

function resultOf(finding: JudgedFinding, uri: string) {
  const { rule, severity, message, remedy, line, column, endLine, endColumn, fix, action } = finding
  const region = { startLine: line, startColumn: column, endLine, endColumn }
  return {
    ruleId: rule,
    level: LEVEL[severity],
    message: { text: `${message}. ${remedy}` },
    locations: [{ physicalLocation: { artifactLocation: { uri }, region } }],
    properties: { severity, action },
    ...(fix && {
      fixes: [
        {
          description: { text: fix.title },
          artifactChanges: [
            {
              artifactLocation: { uri },
              replacements: fix.edits.map(({ start, end, text }) => ({
                deletedRegion: { charOffset: start, charLength: end - start },
                insertedContent: { text },
              })),
            },
          ],
        },
      ],
    }),
  }
}
