import { lstatSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isBuilt, lastChange, stamp } from '../bin/built.js'
import { withHome } from './support/temporary-home.ts'

/** A clone of two sources that was built just now. */
const withClone = (use: (root: string) => void) =>
  withHome(async (root) => {
    for (const folder of ['src/store', 'dist']) mkdirSync(join(root, folder), { recursive: true })
    for (const name of ['src/engine.ts', 'src/store/row.ts', 'package.json']) writeFileSync(join(root, name), '')
    const last = lastChange(root)
    stamp(last, root)
    // The kernel's clock for files goes in steps; a change in the same step would not be seen.
    do writeFileSync(join(root, 'later'), '')
    while (String(lstatSync(join(root, 'later')).ctimeMs) === last)
    use(root)
  })

describe('a clone runs the build of its own sources', () => {
  it('while no source has changed', () => withClone((root) => expect(isBuilt(root)).toBe(true)))

  const changes: [what: string, change: (root: string) => void][] = [
    ['a source is written', (root) => writeFileSync(join(root, 'src/store/row.ts'), 'export {}')],
    ['a source is removed', (root) => rmSync(join(root, 'src/store/row.ts'))],
    ['a source comes with an old date', (root) => utimesSync(join(root, 'src/engine.ts'), 1, 1)],
    ['other packages are installed', (root) => writeFileSync(join(root, 'package.json'), '{}')],
    ['nothing was ever built', (root) => rmSync(join(root, 'dist'), { recursive: true })],
  ]
  it.each(changes)('until %s', (_, change) =>
    withClone((root) => {
      change(root)
      expect(isBuilt(root)).toBe(false)
    }),
  )
})
