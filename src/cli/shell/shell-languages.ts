import type { LEXIS } from '../../language/lexis.ts'

export interface ShellLanguage {
  /** What a run is asked for. */
  language: keyof typeof LEXIS
  /** What is typed behind a slash, and shown before the input. */
  name: string
}

/** Languages with living interpreters. */
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
