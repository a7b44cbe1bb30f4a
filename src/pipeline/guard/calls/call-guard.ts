import { CALL_FACTS } from '../../../language/calls/all-calls.ts'
import type { LanguageGuard } from '../rule.ts'
import type { CallProgram } from './read/call-program.ts'
import { readCalls } from './read/read-calls.ts'
import { codeRules } from './rule/code.ts'
import { commandRules } from './rule/commands.ts'
import { dataRules } from './rule/data.ts'
import { fileRules } from './rule/files.ts'
import { networkRules } from './rule/network.ts'
import { systemRules } from './rule/system.ts'

const UNREAD =
  'In this language calls, commands, paths and secrets are read as far as they are constant; how values travel through the program is not followed.'

/** The guard for languages without a parser of ours: it reads calls and their constants, and says that it is partial. */
export const callGuard: LanguageGuard<CallProgram> = {
  languages: Object.keys(CALL_FACTS),
  rules: [...commandRules, ...codeRules, ...fileRules, ...networkRules, ...systemRules, ...dataRules],
  read: (source, language) => ({ ...readCalls(source, language), isPartial: true, unread: UNREAD }),
}
