import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { hostFilesCheck } from './host-files.ts'
import { plantedFile } from './planted.fixture.ts'
import { shown, weakJail } from './weak-jail.fixture.ts'

const PACKAGES = '/var/lib/dpkg/status'
const jailThatShows = (source: string) => weakJail([shown('--ro-bind', source, PACKAGES)])

describe('a file at a path that the host has too', () => {
  it("is the host's when it is the same entry", async () => {
    await expect(hostFilesCheck.run(jailThatShows(PACKAGES))).rejects.toThrow(PACKAGES)
  })

  it("is the host's when it has the same content", async () => {
    const copy = plantedFile('status', readFileSync(PACKAGES, 'utf8'))
    await expect(hostFilesCheck.run(jailThatShows(copy))).rejects.toThrow(PACKAGES)
  })

  it('belongs to the sandbox when it has other content', async () => {
    await hostFilesCheck.run(jailThatShows(plantedFile('status', 'Package: of-an-image\n')))
  })

  it("is the host's when it is one of its directories, even an empty one", async () => {
    await expect(hostFilesCheck.run(weakJail([shown('--ro-bind', '/srv', '/srv')]))).rejects.toThrow('/srv')
  })
})
