import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

const root = join(import.meta.dirname, '..')
const script = join(root, 'scripts/release-notes.js')
const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')

test('release notes have every word of the version in the changelog, each entry on one line', () => {
  const notes = execFileSync(process.execPath, [script, manifest.version], { encoding: 'utf8' })
  const [, section = ''] = changelog.split(`## [${manifest.version}]`)
  const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean)
  expect(wordsOf(notes).slice(3)).toEqual(wordsOf(section.split('\n## ')[0] ?? ''))
  const entries = notes.split('\n').slice(1).filter(Boolean)
  expect(entries.filter((line) => !/^(- |### )/.test(line))).toEqual([])
})

test('release notes of an unknown version are refused with the versions that are there', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '9.9.9'], { encoding: 'utf8' })
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toContain(`CHANGELOG.md has ${manifest.version}`)
})
