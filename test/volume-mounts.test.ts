import { expect, test } from 'vitest'
import { DATA } from '../src/session/volume/with-volumes.fixture.ts'
import { type Shown, withShownVolume } from './support/shown-volumes.ts'

const first = (shown: Shown[]): Shown => shown[0] as Shown

test('changes that a program makes to a volume are a new version of it, exactly', async () => {
  const fill = { 'd/old.txt': 'old', 'd/changed.txt': 'before', 'gone/x': 'x' }
  await withShownVolume({ fill }, async (shown, { all, volumes }) => {
    const { laid, sh } = first(shown)
    expect(await sh('find . -type f | sort | xargs tail -n +1')).toBe(
      '==> ./d/changed.txt <==\nbefore\n==> ./d/old.txt <==\nold\n==> ./gone/x <==\nx',
    )
    await sh(
      'echo after >d/changed.txt; rm -r gone; mkdir -p new/deep; echo 1 >new/deep/one; ln -s one new/link; chmod 600 d/old.txt',
    )
    const before = await volumes.info(DATA)
    expect(await laid.takeBack()).toEqual([{ name: 'data', version: before.version + 1, changed: true, left: [] }])
    expect(await all()).toEqual({
      ...{ d: '/', 'd/old.txt': 'old', 'd/changed.txt': 'after\n' },
      ...{ new: '/', 'new/deep': '/', 'new/deep/one': '1\n', 'new/link': '→ one' },
    })
    const [old] = (await volumes.files(DATA, { path: 'd', depth: 1 })).filter(({ path }) => path === 'd/old.txt')
    expect(old?.mode).toBe(0o600)
    expect(await laid.takeBack()).toMatchObject([{ version: before.version + 1, changed: false }])
  })
})

test('changes of others are there before the next execution, and no own change is lost', async () => {
  await withShownVolume({ sandboxes: 2, fill: { shared: '0', dropped: 'x' } }, async ([one, two], { all, save }) => {
    await one?.sh('echo one >mine; rm dropped')
    await one?.laid.takeBack()
    await save('outside', 'outside')
    await two?.laid.refresh()
    expect(await two?.sh('ls; cat mine outside')).toBe('mine\noutside\nshared\none\noutside')
    await two?.sh('echo two >shared')
    await two?.laid.takeBack()
    await one?.laid.refresh()
    expect(await one?.sh('cat shared')).toBe('two\n')
    expect(await all()).toEqual({ mine: 'one\n', outside: 'outside', shared: 'two\n' })
  })
})

test('the last of two writers of the same file wins, and a removal does not remove another’s change', async () => {
  const fill = { same: '0', 'd/kept': '0', 'd/removed': '0' }
  await withShownVolume({ sandboxes: 2, fill }, async ([one, two], { all }) => {
    await one?.sh('echo one >same; echo one >d/kept')
    await two?.sh('echo two >same; rm -r d')
    await one?.laid.takeBack()
    await two?.laid.takeBack()
    expect(await all()).toEqual({ same: 'two\n', d: '/', 'd/kept': 'one\n' })
    await Promise.all([one?.laid.refresh(), two?.laid.refresh()])
    for (const shown of [one, two]) expect(await shown?.sh('cat same d/*; ls d')).toBe('two\none\nkept\n')
  })
})

test('a read-only volume can be read, and no change to it lasts', async () => {
  await withShownVolume({ mount: { readOnly: true }, fill: { 'd/a': 'a' } }, async (shown, { all, save }) => {
    const { laid, sh } = first(shown)
    expect(await sh('cat d/a; (echo x >d/a) 2>&1; (echo x >d/new) 2>&1; rm d/a 2>&1')).toMatch(
      /^a.*denied.*denied.*denied/s,
    )
    await sh('chmod -R u+w d; echo forced >d/a; echo more >d/new')
    expect(await laid.takeBack()).toMatchObject([{ changed: false }])
    expect(await all()).toEqual({ d: '/', 'd/a': 'a' })
    await save('d/b', 'b')
    await laid.refresh()
    expect(await sh('cat d/b')).toBe('b')
    await laid.putBack()
    expect(await sh('cat d/a; ls d')).toBe('aa\nb\n')
  })
})

test('an execution that must leave no trace leaves none', async () => {
  await withShownVolume({ fill: { a: 'a', 'd/b': 'b', 'e/c': 'c' } }, async (shown, { all, save }) => {
    const { laid, sh } = first(shown)
    await sh('echo x >a; rm -r d; mkdir -p new; echo x >new/x; rm -r e; ln -s /etc e')
    await save('outside', 'o')
    await laid.putBack()
    expect(await sh('find . | sort; cat a d/b e/c outside')).toBe('.\n./a\n./d\n./d/b\n./e\n./e/c\n./outside\nabco')
    expect(await laid.takeBack()).toMatchObject([{ changed: false }])
    expect(await all()).toEqual({ a: 'a', d: '/', 'd/b': 'b', e: '/', 'e/c': 'c', outside: 'o' })
  })
})

test('changes that do not fit are refused whole, stay in the sandbox, and are taken when there is room', async () => {
  await withShownVolume({ limits: { maxBytes: 1000 }, fill: { a: 'a' } }, async (shown, { all, volumes }) => {
    const { laid, sh } = first(shown)
    await sh('head -c 600 /dev/zero >x; head -c 600 /dev/zero >y; echo b >a')
    expect(await laid.takeBack()).toMatchObject([{ changed: false, refused: { code: 'VOLUME_FULL' } }])
    expect(await all()).toEqual({ a: 'a' })
    await laid.refresh()
    expect(await sh('ls')).toBe('a\nx\ny\n')
    await sh('rm x y; echo small >z')
    expect(await laid.takeBack()).toMatchObject([{ changed: true }])
    expect(await all()).toEqual({ a: 'b\n', z: 'small\n' })
    expect(await volumes.info(DATA)).toMatchObject({ bytes: 8, files: 2 })
  })
})

test('a sparse file counts whole, and one of a terabyte is refused', async () => {
  await withShownVolume({ limits: { maxBytes: 1_000_000 }, fill: { a: 'a' } }, async (shown, { all }) => {
    const { laid, sh } = first(shown)
    expect(await sh('truncate -s 1T sparse; ls')).toMatch(/too large.*a\nsparse\n/s)
    await sh('truncate -s 15M sparse')
    expect(await sh('du sparse')).toMatch(/^0\s/)
    const [taken] = await laid.takeBack()
    expect(taken).toMatchObject({ changed: false, refused: { code: 'VOLUME_FULL' } })
    expect(await all()).toEqual({ a: 'a' })
  })
})

test('a bomb of files, pipes and links that lead out do no harm', async () => {
  await withShownVolume({ limits: { maxFiles: 100 }, fill: { a: 'a' } }, async (shown, { all }) => {
    const { laid, sh } = first(shown)
    await sh('for i in $(seq 200); do echo >file-$i; done')
    expect(await laid.takeBack()).toMatchObject([{ refused: { code: 'VOLUME_FULL' } }])
    await sh('rm file-*; mkfifo pipe; ln -s /etc/passwd out')
    expect(await laid.takeBack()).toMatchObject([{ changed: true, left: [{ path: 'pipe' }] }])
    expect(await all()).toEqual({ a: 'a', out: '→ /etc/passwd' })
  })
})

test('a volume that is removed while a sandbox shows it is gone, and the sandbox goes on', async () => {
  await withShownVolume({ fill: { a: 'a' } }, async (shown, { volumes }) => {
    const { laid, sh } = first(shown)
    await volumes.remove(DATA)
    await volumes.create(DATA.userId, { name: DATA.name })
    await laid.refresh()
    await sh('echo b >a')
    expect(await laid.takeBack()).toMatchObject([{ changed: false, refused: { code: 'VOLUME_NOT_FOUND' } }])
    await laid.putBack()
    expect(await volumes.files(DATA, { path: '', depth: 1 })).toEqual([])
  })
})

test.for([
  ['removes the whole copy', 'rm -rf /volumes/data'],
  ['puts a link in its place', 'rm -rf /volumes/data; ln -s /etc /volumes/data'],
  ['puts a file in its place', 'rm -rf /volumes/data; echo >/volumes/data'],
] as const)('a program that %s removes no file of the volume, and the next one finds it again', async ([, attack]) => {
  await withShownVolume({ fill: { 'd/a': 'a' } }, async (shown, { all }) => {
    const { laid, sh } = first(shown)
    for (const bring of [laid.refresh, laid.putBack]) {
      await sh(`${attack}; ls -ld /volumes/data`)
      expect(await laid.takeBack()).toMatchObject([{ changed: false, refused: expect.anything() }])
      await bring()
      expect(await sh('cat d/a')).toBe('a')
      expect(await all()).toEqual({ d: '/', 'd/a': 'a' })
    }
    await sh('echo b >d/a')
    expect(await laid.takeBack()).toMatchObject([{ changed: true }])
  })
})
