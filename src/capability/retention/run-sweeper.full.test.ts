import { it } from 'vitest'
import { sweepMany } from './sweep-runs.fixture.ts'

it('ten thousand runs are swept in steps of less than 50 ms while runs go on', () => sweepMany(10_000), 180_000)
