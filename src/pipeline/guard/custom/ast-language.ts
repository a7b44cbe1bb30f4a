/** Languages for which rules can be written, by the names that ast-grep's documents use. */
const NAMES: Readonly<Record<string, string>> = {
  ...{ python: 'python', py: 'python' },
  ...{ javascript: 'javascript', js: 'javascript', jsx: 'javascript' },
  ...{ typescript: 'typescript', ts: 'typescript' },
  ...{ bash: 'bash', sh: 'bash', shell: 'bash' },
}

/** How ast-grep calls our languages. */
export const AST_NAMES: Readonly<Record<string, string>> = {
  python: 'python',
  javascript: 'JavaScript',
  typescript: 'TypeScript',
  bash: 'bash',
}

/** Our id of a language; undefined for those without rules. */
export const languageIdOf = (name: string): string | undefined => NAMES[name.toLowerCase()]
