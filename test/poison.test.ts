import { test } from 'vitest'
import { withEngine } from './support/engine.ts'
import { expectUnpoisoned } from './support/expect-unpoisoned.ts'

const FEW = 12
const WORDS = 42

test('outputs, comments, names of files, READMEs, tasks and words of lessons plant no active lesson and move no policy', () =>
  withEngine({}, (tools) => expectUnpoisoned(tools, FEW, WORDS)))
