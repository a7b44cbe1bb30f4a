import { expect, test } from 'vitest'
import type { ChatPart } from '../contract/chat.ts'
import { createAnswerFeed } from './answer-feed.ts'
import { createAnswerMessage } from './answer-message.ts'
import { uiStream } from './ui-stream.ts'

const PART: ChatPart = { type: 'data-event', text: 'x'.repeat(1_000_000) }

test('a reader that does not read is let go, and the others hear of everything', async () => {
  const feed = createAnswerFeed()
  const slow = uiStream((write, leaving) => feed.follow([], write, leaving))
  let heard = 0
  const other = feed.follow([], () => {
    heard++
  })
  for (let n = 0; n < 20; n++) feed.write(PART)
  await expect(slow.text()).rejects.toThrow(/behind/)
  feed.end()
  await other
  expect(heard).toBe(20)
})

test('a reader that leaves is counted no more', async () => {
  const feed = createAnswerFeed()
  const response = uiStream((write, leaving) => feed.follow([{ type: 'start' }], write, leaving))
  expect(feed.isLeft()).toBe(false)
  await response.body?.cancel()
  await expect.poll(() => feed.isLeft()).toBe(true)
})

test('everything so far, and the parts that follow, are the same stream to a reader who comes late', () => {
  const told: ChatPart[] = []
  const answer = createAnswerMessage('m', { chatId: 'c', model: null, sessionId: null }, (part) => told.push(part))
  const late: ChatPart[][] = [[...answer.soFar()]]
  const steps = [
    () => answer.step(),
    () => answer.say('reasoning', 'Hm. '),
    () => answer.say('text', 'One '),
    () => answer.say('text', 'two.'),
    () => answer.notice('Look.'),
    () => answer.step(),
    () => answer.say('text', 'Three.'),
    () => answer.fail('Broken.'),
    () => answer.settle({ outcome: 'error' }),
    () => answer.end(),
  ]
  for (const step of steps) {
    const before = told.length
    step()
    for (const reader of late) reader.push(...told.slice(before))
    late.push([...answer.soFar()])
  }
  const [first = [], ...others] = late.map(joined)
  for (const other of others) expect(other).toEqual(first)
  expect(first.at(-1)).toEqual({
    ...{ type: 'finish', messageMetadata: { chatId: 'c', model: null, sessionId: null, outcome: 'error' } },
  })
})

/** The words of a piece may come in one part or in several; the metadata of the beginning is that of the moment. */
function joined(parts: ChatPart[]): ChatPart[] {
  const whole: ChatPart[] = []
  for (const part of parts) {
    const last = whole.at(-1)
    if (part.type.endsWith('-delta') && last?.type === part.type)
      whole[whole.length - 1] = { ...last, delta: `${last.delta}${part.delta}` }
    else whole.push(part.type === 'start' ? { type: 'start' } : part)
  }
  return whole
}
