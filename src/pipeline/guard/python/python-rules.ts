import type { PythonRule } from './call-rule.ts'
import { codeRules } from './rules/code-rules.ts'
import { credentialRules } from './rules/credential-rules.ts'
import { cryptographyRules } from './rules/cryptography-rules.ts'
import { deserialisationRules } from './rules/deserialisation-rules.ts'
import { exfiltrationRules } from './rules/exfiltration-rules.ts'
import { fetchedProgramRules } from './rules/fetched-program-rules.ts'
import { fileRules } from './rules/file-rules.ts'
import { malwareRules } from './rules/malware-rules.ts'
import { networkRules } from './rules/network-rules.ts'
import { obfuscationRules } from './rules/obfuscation-rules.ts'
import { privilegeRules } from './rules/privilege-rules.ts'
import { resourceRules } from './rules/resource-rules.ts'
import { responseRules } from './rules/response-rules.ts'
import { ruffRules } from './rules/ruff-rules.ts'
import { sensitiveFileRules } from './rules/sensitive-file-rules.ts'
import { shellRules } from './rules/shell-rules.ts'
import { sqlRules } from './rules/sql-rules.ts'
import { tokenRules } from './rules/token-rules.ts'
import { transportRules } from './rules/transport-rules.ts'
import { webRules } from './rules/web-rules.ts'

/** Every rule for Python. */
export const pythonRules: readonly PythonRule[] = [
  ...shellRules,
  ...codeRules,
  ...malwareRules,
  ...fetchedProgramRules,
  ...obfuscationRules,
  ...deserialisationRules,
  ...fileRules,
  ...sensitiveFileRules,
  ...networkRules,
  ...transportRules,
  ...exfiltrationRules,
  ...credentialRules,
  ...cryptographyRules,
  ...tokenRules,
  ...sqlRules,
  ...webRules,
  ...responseRules,
  ...privilegeRules,
  ...resourceRules,
  ...ruffRules,
]
