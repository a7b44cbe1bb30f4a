import { test } from 'vitest'
import { readAnySource } from './support/read-any-source.ts'

test('a hundred random, broken and hostile programs are guarded and analyzed without a failure', () =>
  readAnySource(100))
