import { expect, test } from 'vitest'
import { type Entry, entryInfoOf } from './entry-info.ts'

const FILE: Entry = {
  ...{ name: 'a', path: '/home/user/a', type: 'file', size: 3, mode: 0o644, uid: 1000, gid: 1000 },
  modifiedMs: 1_700_000_000_123,
}

test('a file is reported in the JSON of protocol buffers', () => {
  expect(entryInfoOf(FILE)).toEqual({
    ...{ name: 'a', path: '/home/user/a', size: '3', type: 'FILE_TYPE_FILE', mode: 0o644 },
    ...{ permissions: '-rw-r--r--', owner: 'user', group: 'user', modifiedTime: '2023-11-14T22:13:20.123Z' },
    metadata: {},
  })
})

test.each([
  ['directory', 0o755, 'drwxr-xr-x'],
  ['directory', 0o1777, 'dtrwxrwxrwx'],
  ['file', 0o4755, 'urwxr-xr-x'],
  ['file', 0o6000, 'ug---------'],
  ['file', 0o000, '----------'],
  ['other', 0o640, '-rw-r-----'],
] as const)('the rights of a %s with mode %o are written as Go does', (type, mode, permissions) => {
  expect(entryInfoOf({ ...FILE, type, mode })).toMatchObject({ permissions, mode: mode & 0o777 })
})

test('a link has the type and rights of its target', () => {
  const target = { path: '/etc', type: 'directory', size: 4096, mode: 0o700 } as const
  const details = { owner: 'root', group: 'wheel', attributes: {}, target }
  expect(entryInfoOf({ ...FILE, type: 'symlink', mode: 0o777, details })).toMatchObject({
    ...{ type: 'FILE_TYPE_DIRECTORY', mode: 0o700, permissions: 'Lrwxrwxrwx', size: '3', symlinkTarget: '/etc' },
    ...{ owner: 'root', group: 'wheel' },
  })
  const { target: _, ...nowhere } = details
  expect(entryInfoOf({ ...FILE, type: 'symlink', mode: 0o777, details: nowhere })).toMatchObject({
    ...{ type: 'FILE_TYPE_UNSPECIFIED', mode: 0, symlinkTarget: '/home/user/a' },
  })
})

test('only E2B’s attributes of a file are metadata', () => {
  const details = { owner: 'u', group: 'g', attributes: { 'e2b.author': 'mish', 'e2b.__proto__': 'x', other: 'y' } }
  expect(Object.entries(entryInfoOf({ ...FILE, details }).metadata)).toEqual([
    ['author', 'mish'],
    ['__proto__', 'x'],
  ])
})
