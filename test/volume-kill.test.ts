import { test } from 'vitest'
import { killVolumeWriters } from './support/kill-volume-writers.ts'

test('a kill at any moment leaves each change of a volume whole or undone, and nothing else behind', () =>
  killVolumeWriters(4))
