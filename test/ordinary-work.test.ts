import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ordinaryPrograms } from '../soak/programs.ts'
import { findLanguage } from '../src/language/language.ts'
import { languages } from '../src/language/languages.ts'
import { layDown } from '../src/pipeline/execute/lay-down.ts'
import { findCgroups } from '../src/sandbox/cgroup/find.ts'
import { createJail } from '../src/sandbox/jail/jail.ts'

/** The short form of `npm run soak`: every program three times in fresh boxes, those whose libraries this host has. */
const ROUNDS = 3
const libraryOf: Record<string, string> = {
  'python3-numpy': '/usr/lib/python3/dist-packages/numpy',
  'python3-pandas': '/usr/lib/python3/dist-packages/pandas',
  'python3-matplotlib': '/usr/lib/python3/dist-packages/matplotlib',
}
const here = ordinaryPrograms.filter(({ packages = [] }) => packages.every((name) => existsSync(libraryOf[name] ?? '')))
const limits = {
  timeoutMs: 60_000,
  memoryMb: 512,
  cpuPercent: 100,
  processes: 64,
  openFiles: 1024,
  outputBytes: 1_000_000,
  diskMb: 100,
}

test.each(here)('$name works in a box as outside of it', async ({ language: id, code, stdout }) => {
  const language = findLanguage(languages, id)
  if (!language) throw new Error(`no language ${id}`)
  let boxes = 0
  const newBoxId = () => `work${process.pid}x${boxes++}`
  const jail = createJail({ execPath: process.execPath, newBoxId, cgroups: await findCgroups() })
  for (let round = 0; round < ROUNDS; round++) {
    const { sandbox, destroy } = await jail.create({ limits }, new AbortController().signal)
    const out = { stdout: '', stderr: '' }
    await layDown(new Map([[language.fileName, code]]), language, sandbox)
    const end = await sandbox.exec(language.command, {
      onOutput: ({ stream, bytes }) => {
        out[stream] += Buffer.from(bytes).toString()
      },
    })
    await destroy()
    expect([end.endedBy, end.exitCode, out.stdout], out.stderr).toEqual(['exit', 0, stdout])
  }
})

test('the list is not empty on any host', () => {
  expect(here.length).toBeGreaterThanOrEqual(ordinaryPrograms.filter(({ packages }) => !packages).length)
})
