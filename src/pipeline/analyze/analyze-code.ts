import type { Analysis } from '../../contract/analysis.ts'
import type { Finding } from '../../contract/finding.ts'
import { fixOf } from '../fix-of.ts'
import { placeIn } from '../place-in.ts'
import type { LanguageAnalysis, Remark } from './language-analysis.ts'

const MOST_FINDINGS = 200

/** Analyzes a program without running it; undefined for a language without an analysis. */
export function analyzeCode(
  { code, language }: { code: string; language: string },
  analyses: readonly LanguageAnalysis[],
): Analysis | undefined {
  const reader = analyses.find(({ languages }) => languages.includes(language))
  if (!reader) return undefined
  const { remarks, ...reading } = reader.read(code, language)
  const place = placeIn(code)
  const findings = remarks
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
    .slice(0, MOST_FINDINGS)
    .map((remark) => findingOf(remark, code, place))
  return { language, ...reading, findings }
}

function findingOf(
  { start, end, from = 'rules', fix, ...told }: Remark,
  code: string,
  place: ReturnType<typeof placeIn>,
): Finding {
  const message = told.message.replace(/\.$/, '')
  return { ...told, message, ...place(start, end), cwe: [], from, ...fixOf(code, fix) }
}
