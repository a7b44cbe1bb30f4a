import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { undisturbed } from '../../sandbox/checks/host-pace.ts'
import { createThread } from './thread.ts'

const thread = createThread<string, string>({
  file: new URL('./stuck-worker.fixture.ts', import.meta.url),
  timeoutMs: 300,
})
afterAll(() => thread.close())

describe('a thread', () => {
  it('answers one question after the other', () =>
    undisturbed(300, async () => {
      expect(await Promise.all(['a', 'b', 'c'].map((word) => thread.ask(word)))).toEqual(['a', 'b', 'c'])
    }))

  it('gives up on a question that takes too long or ends it, and answers the next', () =>
    undisturbed(300, async () => {
      const answers = ['hang', 'a', 'leave', 'b'].map((word) => thread.ask(word))
      expect(await Promise.all(answers)).toEqual([undefined, 'a', undefined, 'b'])
    }))

  it('lets go of who aborts while another question is at work', () =>
    undisturbed(300, async () => {
      const leaving = new AbortController()
      const [slow, aborted] = [thread.ask('hang'), thread.ask('a', leaving.signal)]
      leaving.abort(new Error('left'))
      await expect(aborted).rejects.toThrow('left')
      expect([await slow, await thread.ask('b')]).toEqual([undefined, 'b'])
    }))

  it('is waited for when it is closed in the middle of its work', () => {
    const script = fileURLToPath(new URL('./close-while-asked.fixture.ts', import.meta.url))
    const { status, stdout } = spawnSync(process.execPath, [script], { encoding: 'utf8' })
    expect([status, stdout]).toEqual([0, 'closed'])
  })
})
