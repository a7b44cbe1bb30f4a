import type { LEXIS } from '../../language/lexis.ts'

export interface ShellLanguage {
  /** The language that a run is asked for. */
  language: keyof typeof LEXIS
  /** The name that is typed behind a slash, and shown in the prompt. */
  name: string
}

/** Languages with live interpreters. */
export const shellLanguages: readonly ShellLanguage[] = [
  { language: 'python', name: 'python' },
  { language: 'bash', name: 'bash' },
  { language: 'javascript', name: 'js' },
  { language: 'typescript', name: 'ts' },
  { language: 'sql', name: 'sql' },
  { language: 'r', name: 'r' },
]

export function shellLanguage(text: string): ShellLanguage | undefined {
  const name = text.toLowerCase()
  return shellLanguages.find((each) => each.name === name || each.language === name)
}
