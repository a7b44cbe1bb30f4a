import { hasTree } from '../../../language/tree/parse-tree.ts'
import type { LanguageGuard } from '../rule.ts'
import type { JavaScriptProgram } from './program.ts'
import { readProgram } from './read/read-program.ts'
import { commandLineRules } from './rule/command-line.ts'
import { connectRules } from './rule/connect.ts'
import { credentialRules } from './rule/credentials.ts'
import { cryptographyRules } from './rule/cryptography.ts'
import { deserialiseRules } from './rule/deserialise.ts'
import { executeCodeRules } from './rule/execute-code.ts'
import { exfiltrateRules } from './rule/exfiltrate.ts'
import { fileRules } from './rule/files.ts'
import { loadCodeRules } from './rule/load-code.ts'
import { malwareRules } from './rule/malware.ts'
import { memoryRules } from './rule/memory.ts'
import { obfuscationRules } from './rule/obfuscation.ts'
import { patternRules } from './rule/patterns.ts'
import { polluteRules } from './rule/pollute.ts'
import { privilegeRules } from './rule/privilege.ts'
import { queryRules } from './rule/query.ts'
import { resourceRules } from './rule/resources.ts'
import { sensitiveFileRules } from './rule/sensitive-files.ts'
import { startProcessRules } from './rule/start-process.ts'
import { webAnswerRules } from './rule/web-answer.ts'
import { webPageRules } from './rule/web-page.ts'
import { webServerRules } from './rule/web-server.ts'

/** The guard for JavaScript and TypeScript. */
export const javascriptGuard: LanguageGuard<JavaScriptProgram> = {
  languages: ['javascript', 'typescript'],
  rules: [
    ...executeCodeRules,
    ...loadCodeRules,
    ...startProcessRules,
    ...commandLineRules,
    ...deserialiseRules,
    ...polluteRules,
    ...fileRules,
    ...sensitiveFileRules,
    ...connectRules,
    ...exfiltrateRules,
    ...webPageRules,
    ...webServerRules,
    ...webAnswerRules,
    ...queryRules,
    ...cryptographyRules,
    ...credentialRules,
    ...privilegeRules,
    ...obfuscationRules,
    ...resourceRules,
    ...patternRules,
    ...memoryRules,
    ...malwareRules,
  ],
  read: (source, language) => readProgram(source, hasTree(language) ? language : 'javascript'),
}
