import { existsSync } from 'node:fs'
import { languages } from '../../src/language/languages.ts'

/** Too large to be installed for tests (740 MB together): their programs run where the host has them. */
const ONLY_WHERE_FOUND = ['go', 'rust']

/** What this host must be able to run; a compiler or interpreter that is not there makes its tests fail. */
export const languagesHere = languages.filter(
  ({ id, requires }) => requires === null || !ONLY_WHERE_FOUND.includes(id) || existsSync(requires),
)

export const isHere = (id: string): boolean => languagesHere.some((language) => language.id === id)
