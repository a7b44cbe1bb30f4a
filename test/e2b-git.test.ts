import type { Sandbox } from 'e2b'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openE2bSandbox } from './support/e2b-sandbox.ts'
import { type E2bServer, startE2bServer } from './support/e2b-server.ts'

let server: E2bServer
let sandbox: Sandbox

beforeAll(async () => {
  server = await startE2bServer()
  sandbox = await openE2bSandbox(server)
})
afterAll(() => server.close())

test('a repository is made, changed, branched and cloned', async () => {
  const { git, files } = sandbox
  await git.init('work/repo', { initialBranch: 'main' })
  await files.write('work/repo/README.md', 'hello\n')
  expect((await git.status('work/repo')).fileStatus).toMatchObject([{ name: 'README.md', status: 'untracked' }])
  await git.add('work/repo')
  await git.commit('work/repo', 'First', { authorName: 'Ada', authorEmail: 'ada@example.com' })
  expect(await git.status('work/repo')).toMatchObject({ currentBranch: 'main', isClean: true })
  await git.createBranch('work/repo', 'feature')
  expect(await git.branches('work/repo')).toMatchObject({ currentBranch: 'feature' })
  expect((await git.branches('work/repo')).branches.toSorted()).toEqual(['feature', 'main'])
  await git.clone('/home/user/work/repo', { path: 'work/copy', branch: 'main' })
  expect(await files.read('work/copy/README.md')).toBe('hello\n')
  const { stdout } = await sandbox.commands.run('git -C work/copy log -1 --format="%an %s"')
  expect(stdout).toBe('Ada First\n')
})
