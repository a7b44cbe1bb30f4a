import { it } from 'vitest'
import { hardTexts } from './support/hard-texts.ts'
import { oneEngine } from './support/one-engine.ts'
import { readsInBoundedTime } from './support/read-in-bounded-time.ts'

const tools = oneEngine()

it.each(hardTexts([12_000, 35_000, 200_000]))(
  '$name is read, guarded, analysed and looked at for repairs in bounded time',
  ({ text }) => readsInBoundedTime(tools().engine, text),
)
