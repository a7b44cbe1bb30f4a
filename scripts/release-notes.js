/** Prints the notes of one release, made from CHANGELOG.md: node scripts/release-notes.js VERSION */
import { readFileSync } from 'node:fs'

const changelog = readFileSync(new URL('../CHANGELOG.md', import.meta.url), 'utf8')
const sections = changelog.split(/^## /m).slice(1)
const version = process.argv[2] ?? ''
const section = sections.find((text) => text.startsWith(`[${version}]`))

if (section) console.log(notesOf(section))
else {
  const known = sections.map((text) => /^\[(.*?)\]/.exec(text)?.[1]).join(', ')
  console.error(`No release ${version || 'was named'}. CHANGELOG.md has ${known}.`)
  process.exitCode = 1
}

/** GitHub shows every line break of release notes, so each entry becomes one line. */
function notesOf(text) {
  const [heading = '', ...lines] = text.trimEnd().split('\n')
  const body = lines.join('\n').replace(/\n {2}(?=\S)/g, ' ')
  return `# Anneal ${heading.replace(/^\[(.*?)\]/, '$1')}\n${body}`
}
