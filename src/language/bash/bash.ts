import { readComplaint } from '../error/read-complaint.ts'
import type { Language } from '../language.ts'

export const bash: Language = {
  id: 'bash',
  aliases: ['sh', 'shell', 'zsh'],
  extensions: ['sh', 'bash'],
  fileName: 'main.sh',
  command: ['/usr/bin/bash', 'main.sh'],
  reservedMb: 0,
  requires: '/usr/bin/bash',
  package: 'bash',
  isExpected: true,
  refusesNul: true,
  waiting: { by: 'bash', takesArguments: false },
  errorOf: readComplaint,
  goesOn: true,
  listing: 'compgen -A function',
  files: "find . -maxdepth 3 -type f -not -path '*/.*' | head -300",
}
