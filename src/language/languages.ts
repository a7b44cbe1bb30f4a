import { bash } from './bash.ts'
import { javascript } from './javascript.ts'
import type { Language } from './language.ts'
import { python } from './python.ts'

export const languages: readonly Language[] = [python, javascript, bash]
