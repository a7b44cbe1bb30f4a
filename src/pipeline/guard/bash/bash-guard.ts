import type { LanguageGuard } from '../rule.ts'
import type { BashProgram } from './read/bash-program.ts'
import { readBash } from './read/read-bash.ts'
import { codeExecution } from './rule/code-execution.ts'
import { destruction } from './rule/destruction.ts'
import { discard } from './rule/discard.ts'
import { download } from './rule/download.ts'
import { foreignHosts } from './rule/foreign-hosts.ts'
import { obfuscation } from './rule/obfuscation.ts'
import { onceEach } from './rule/once-each.ts'
import { persistence } from './rule/persistence.ts'
import { privilege } from './rule/privilege.ts'
import { quoting } from './rule/quoting.ts'
import { ransom } from './rule/ransom.ts'
import { remoteShell } from './rule/remote-shell.ts'
import { resources } from './rule/resources.ts'
import { secrets } from './rule/secrets.ts'
import { sending } from './rule/sending.ts'
import { tampering } from './rule/tampering.ts'
import { unpack } from './rule/unpack.ts'

export const bashGuard: LanguageGuard<BashProgram> = {
  languages: ['bash'],
  rules: [
    ...destruction,
    ...discard,
    ...unpack,
    ...codeExecution,
    ...quoting,
    ...download,
    ...remoteShell,
    ...sending,
    ...foreignHosts,
    ...secrets,
    ...persistence,
    ...privilege,
    ...tampering,
    ...ransom,
    ...resources,
    ...obfuscation,
  ].map(onceEach),
  read: (source) => readBash(source),
}
