import { it } from 'vitest'
import { hardTexts } from './support/hard-texts.ts'
import { oneEngine } from './support/one-engine.ts'
import { readsInBoundedTime } from './support/read-in-bounded-time.ts'

const tools = oneEngine()

/** The kinds that are nearest to programs; `hard-programs.full.test.ts` has all of them, and longer ones. */
const KINDS = /of (?:numbered half code|thoughts with code|nested half code|closing brackets|unclosed quotes)$/

it.each(hardTexts([12_000]).filter(({ name }) => KINDS.test(name)))(
  '$name is read, guarded, analysed and tried for repairs in bounded time',
  ({ text }) => readsInBoundedTime(tools().engine, text),
  120_000,
)
