import { z } from 'zod'

export const packageLanguage = z.enum(['python', 'javascript'])
export type PackageLanguage = z.infer<typeof packageLanguage>

/** A name as indexes know it, with extras and versions; no option, path or address passes, since those may run code. */
const PYTHON_WISH =
  /^[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?(?:\[[\w.,-]+\])?(?:(?:==|~=|!=|<=|>=|<|>)[\w.*+!-]+(?:,(?:==|~=|!=|<=|>=|<|>)[\w.*+!-]+)*)?$/
const NPM_WISH = /^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*(?:@[\w.^~*+<>=|-]+)?$/i

export const isPackageWish = (wish: string, language: PackageLanguage): boolean =>
  wish.length <= MAX_WISH && (language === 'python' ? PYTHON_WISH : NPM_WISH).test(wish) && !wish.startsWith('-')

const MAX_WISH = 200
const MAX_WISHES = 100

/** The name without extras and versions, in the form in which equal names are equal. */
export function packageNameOf(wish: string, language: PackageLanguage): string {
  if (language === 'javascript') return wish.replace(/(?<=.)@.*$/, '')
  return (/^[\w.-]+/.exec(wish)?.[0] ?? wish).toLowerCase().replace(/[-_.]+/g, '-')
}

/** A package that a run asks for: one of Python by its name, one of npm behind `npm:`. */
const NPM = 'npm:'
export function readRunPackage(text: string): { language: PackageLanguage; name: string } {
  return text.startsWith(NPM)
    ? { language: 'javascript', name: text.slice(NPM.length) }
    : { language: 'python', name: text }
}

export const runPackage = z
  .string()
  .max(MAX_WISH)
  .refine((text) => {
    const { language, name } = readRunPackage(text)
    return isPackageWish(name, language) && !/.[[<>=!~@]/.test(name.replace(/^@[^/]*\//, ''))
  }, 'must be the name of a package: "seaborn", or "npm:lodash"')

export const installedPackage = z
  .object({
    name: z.string(),
    version: z.string(),
    language: packageLanguage,
    origin: z
      .enum(['added', 'dependency', 'host'])
      .describe('Added by name, needed by one that was, or a package of the system that programs see too'),
  })
  .meta({ id: 'InstalledPackage' })
export type InstalledPackage = z.infer<typeof installedPackage>

export const packageList = z.object({ packages: z.array(installedPackage) }).meta({ id: 'PackageList' })
export type PackageList = z.infer<typeof packageList>

const names = z.array(z.string().min(1).max(MAX_WISH)).min(1).max(MAX_WISHES)
const language = packageLanguage.default('python')

const NAMES_ONLY = 'must be names of packages, with versions where they matter; no paths, addresses or options'

const allAreWishes = ({ names, language }: { names: string[]; language: PackageLanguage }): boolean =>
  names.every((name) => isPackageWish(name, language))

export const packageRequest = z
  .strictObject({
    names: names.describe('By name, with a version where it matters: "numpy", "pandas==2.2.3", "lodash@4"'),
    language,
    from: z
      .string()
      .min(1)
      .max(4096)
      .regex(/^\//, 'must be an absolute path')
      .optional()
      .describe('Directory of the server with wheels, used instead of an index; Python only'),
    index: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe('Index or registry, instead of the one of the host'),
  })
  .refine(allAreWishes, { path: ['names'], message: NAMES_ONLY })
  .refine(({ language, from }) => language === 'python' || from === undefined, {
    message: 'has "from", which is for Python; name a registry with "index"',
  })
  .refine(({ index, from }) => index === undefined || from === undefined, {
    message: 'has both "from" and "index"; give one of them',
  })
  .meta({ id: 'PackageRequest' })
export type PackageRequest = z.infer<typeof packageRequest>

export const packageRemoval = z
  .strictObject({ names, language })
  .refine(allAreWishes, { path: ['names'], message: NAMES_ONLY })
  .meta({ id: 'PackageRemoval' })
export type PackageRemoval = z.infer<typeof packageRemoval>

/** The one line about a package that is missing. */
export const missingPackageLine = (name: string, language: PackageLanguage): string =>
  `${name} is not installed here; an operator can add it with: anneal packages add ${language === 'python' ? '' : '--npm '}${name}`
