import { expect, it } from 'vitest'
import { supportFiles } from './support-files.ts'

it('programs of SQL are laid into sandboxes as JavaScript that imports JavaScript: Node has no types to take away in there', async () => {
  const files = await supportFiles(new URL('./sql/inside/', import.meta.url))
  expect(files.map(([name]) => name)).toContain('main-sqlite.mjs')
  for (const [name, content] of files) {
    expect(name).toMatch(/\.mjs$/)
    expect(content.toString()).not.toMatch(/\.ts'|^import type |: string[,)]/m)
  }
})
