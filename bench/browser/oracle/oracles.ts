import { buttons } from './buttons.ts'
import { dates } from './dates.ts'
import { drags } from './drags.ts'
import { fields } from './fields.ts'
import { lists } from './lists.ts'
import type { Oracles } from './player.ts'
import { shapes } from './shapes.ts'

/** One for each page that is played. */
export const oracles: Oracles = { ...buttons, ...fields, ...dates, ...lists, ...shapes, ...drags }
