import { test } from 'vitest'
import { readAnySource } from './support/read-any-source.ts'

test('a thousand random, broken and hostile programs are guarded and analyzed without a failure', () =>
  readAnySource(1000))
