import type { TestReport } from '../../contract/test-report.ts'

/** JUnit's XML, as build servers read it. */
export function junitOf({ cases, file, durationMs }: TestReport): string {
  const failures = cases.filter(({ passed }) => !passed).length
  const name = escapeXml(file.name || 'tests')
  const suite = `name="${name}" tests="${cases.length}" failures="${failures}" errors="0" skipped="0" time="${seconds(durationMs)}"`
  const lines = cases.map((each) => {
    const about = escapeXml(each.function ?? file.name)
    const open = `    <testcase name="${escapeXml(each.name)}" classname="${about}" time="${seconds(each.durationMs)}"`
    const inside = [
      ...(each.passed
        ? []
        : [`      <failure message="${escapeXml(each.detail ?? 'failed')}">${escapeXml(each.detail ?? '')}</failure>`]),
      ...(each.output ? [`      <system-out>${escapeXml(each.output)}</system-out>`] : []),
    ]
    return inside.length === 0 ? `${open}/>` : `${open}>\n${inside.join('\n')}\n    </testcase>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="${cases.length}" failures="${failures}" time="${seconds(durationMs)}">
  <testsuite ${suite}>
${lines.join('\n')}
  </testsuite>
</testsuites>
`
}

const seconds = (ms: number): string => (ms / 1000).toFixed(3)

/** Control characters have no place in XML 1.0, not even escaped. */
const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"'\t\n\r]/g, (character) => ESCAPED[character] ?? `&#${character.charCodeAt(0)};`)

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
