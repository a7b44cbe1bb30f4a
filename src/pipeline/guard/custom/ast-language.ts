/** Languages for which custom rules can be written, by their names in ast-grep's documents. */
const NAMES: Readonly<Record<string, string>> = {
  ...{ python: 'python', py: 'python' },
  ...{ javascript: 'javascript', js: 'javascript', jsx: 'javascript' },
  ...{ typescript: 'typescript', ts: 'typescript' },
  ...{ bash: 'bash', sh: 'bash', shell: 'bash' },
}

/** ast-grep's names for our languages. */
export const AST_NAMES: Readonly<Record<string, string>> = {
  python: 'python',
  javascript: 'JavaScript',
  typescript: 'TypeScript',
  bash: 'bash',
}

/** Our id of a language; undefined for a language without custom rules. */
export const languageIdOf = (name: string): string | undefined => NAMES[name.toLowerCase()]
