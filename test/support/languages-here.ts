import { existsSync } from 'node:fs'
import { languages } from '../../src/language/languages.ts'

/** Languages that are too large to be installed for tests (740 MB together): their programs run where the host has them. */
const ONLY_WHERE_FOUND = ['go', 'rust']

/** Languages that this host must be able to run; a missing compiler or interpreter makes its tests fail. */
export const languagesHere = languages.filter(
  ({ id, requires }) => requires === null || !ONLY_WHERE_FOUND.includes(id) || existsSync(requires),
)

export const isHere = (id: string): boolean => languagesHere.some((language) => language.id === id)
