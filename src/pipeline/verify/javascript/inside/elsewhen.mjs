// Loaded before a program: chance and time are others than usual.
import { steady } from './steady.mjs'

steady({ seed: 424_242, shiftMs: 35_000_000_000 })
