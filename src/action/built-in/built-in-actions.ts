import type { AnyAction } from '../action.ts'
import type { Tools } from '../tool/create-tools.ts'
import { type CodeRunNeeds, codeRun } from './code-run.ts'
import { fileExists } from './file-exists.ts'
import { fileList } from './file-list.ts'
import { fileMove } from './file-move.ts'
import type { FileNeeds } from './file-place.ts'
import { fileRead } from './file-read.ts'
import { fileRemove } from './file-remove.ts'
import { fileWrite } from './file-write.ts'
import { type ShellRunNeeds, shellRun } from './shell-run.ts'
import { toolCall } from './tool-call.ts'

export interface BuiltInNeeds extends CodeRunNeeds, ShellRunNeeds, FileNeeds {
  tools: Tools
}

/** One line for each action that every engine has. */
export const builtInActions = (needs: BuiltInNeeds): AnyAction[] => [
  codeRun(needs),
  shellRun(needs),
  fileRead(needs),
  fileWrite(needs),
  fileList(needs),
  fileMove(needs),
  fileRemove(needs),
  fileExists(needs),
  toolCall(needs.tools),
]
