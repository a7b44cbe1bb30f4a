import { globSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { brokenBlobs } from './blob/broken-blobs.fixture.ts'
import { createFileBlobs } from './blob/file-blobs.ts'
import { type Breakage, breakStore } from './broken-store.fixture.ts'
import { blobChecks, storeChecks } from './checks.ts'
import { openSqlite } from './database/sqlite.ts'
import type { OpenStore } from './in-store.ts'

const LIMIT_BYTES = 100_000
let directory = ''
const breakages: Record<string, Breakage> = {}
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'anneal-checks-'))
  for (const file of globSync('*/*-checks.fixture.ts', { cwd: import.meta.dirname })) {
    Object.assign(breakages, (await import(join(import.meta.dirname, file))).broken)
  }
})
afterAll(() => rm(directory, { recursive: true }))

/** A store that keeps nothing: another database at each opening. */
const forgetful = (): OpenStore => {
  let opened = 0
  return () => openSqlite({ file: join(directory, `forgetful-${opened++}.db`) })
}

function brokenFor(id: string): OpenStore | undefined {
  if (id === 'events-survive-reopening') return forgetful()
  const breakage = breakages[id]
  return breakage && breakStore(() => openSqlite({ file: join(directory, 'anneal.db') }), breakage)
}

describe('every check of the store fails against a store broken on purpose', () => {
  for (const check of storeChecks) {
    it(check.id, async () => {
      const broken = brokenFor(check.id)
      if (!broken) throw new Error('no broken store shows that this check can fail')
      await expect(check.run(broken)).rejects.toMatchObject({ code: 'ERR_ASSERTION' })
    })
  }
})

describe('every check of large content fails against a keeper broken on purpose', () => {
  for (const check of blobChecks) {
    it(check.id, async () => {
      const blobs = await createFileBlobs({ directory: join(directory, 'blobs'), limitBytes: LIMIT_BYTES })
      const breakage = brokenBlobs[check.id]
      if (!breakage) throw new Error('nothing broken shows that this check can fail')
      const subject = { blobs: { ...blobs, ...breakage(blobs) }, limitBytes: LIMIT_BYTES }
      await expect(check.run(subject)).rejects.toThrow()
    })
  }
})
