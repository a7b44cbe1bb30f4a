import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseOwnGroups } from './own-groups.ts'

describe('the groups of a process', () => {
  it('are found by controller, the v2 one without a name', () => {
    const text = '12:cpu,cpuacct:/a/b\n4:memory:/\n1:name=systemd:/x:y\n0::/user.slice/s.scope\n'
    expect([...parseOwnGroups(text)]).toEqual([
      ['cpu', '/a/b'],
      ['cpuacct', '/a/b'],
      ['memory', '/'],
      ['name=systemd', '/x:y'],
      ['', '/user.slice/s.scope'],
    ])
  })

  it('are found for this very process', () => {
    const groups = parseOwnGroups(readFileSync('/proc/self/cgroup', 'utf8'))
    expect(groups.size).toBeGreaterThan(0)
    for (const path of groups.values()) expect(path).toMatch(/^\//)
  })

  it('are paths or nothing, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('1', ':', '/', 'a', ',', '\n') }), (text) => {
        for (const path of parseOwnGroups(text).values()) expect(path.startsWith('/')).toBe(true)
      }),
    )
  })
})
