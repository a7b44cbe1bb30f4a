import type { AnyAction } from '../../action/action.ts'
import type { BrowserActionNeeds } from './browser-action.ts'
import { click } from './click.ts'
import { close } from './close.ts'
import { cookies } from './cookies.ts'
import { dblclick } from './dblclick.ts'
import { dialog } from './dialog.ts'
import { drag } from './drag.ts'
import { evaluate } from './evaluate.ts'
import { extract } from './extract.ts'
import { fill } from './fill.ts'
import { back, forward, reload } from './history.ts'
import { hover } from './hover.ts'
import { navigate } from './navigate.ts'
import { open } from './open.ts'
import { pdf } from './pdf.ts'
import { press } from './press.ts'
import { screenshot } from './screenshot.ts'
import { scroll } from './scroll.ts'
import { select } from './select.ts'
import { snapshot } from './snapshot.ts'
import { tabs } from './tabs.ts'
import { type } from './type.ts'
import { upload } from './upload.ts'
import { wait } from './wait.ts'

const ALL = [
  ...[open, navigate, extract, snapshot, click, dblclick, type, fill, select, press, hover, scroll, drag, upload],
  ...[wait, evaluate, screenshot, pdf, back, forward, reload, tabs, dialog, cookies, close],
]

/** One line for each action on pages. */
export const browserActions = (needs: BrowserActionNeeds): AnyAction[] =>
  ALL.map((action) => action(needs) as AnyAction)
