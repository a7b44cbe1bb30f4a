import { EngineError } from '../../contract/errors.ts'
import {
  isPackageWish,
  missingPackageLine,
  type PackageLanguage,
  packageNameOf,
  readRunPackage,
} from '../../contract/package.ts'
import type { Packages } from './packages.ts'

/** A package that somebody asks for while a run goes on, by its name. */
export interface PackageWish {
  language: PackageLanguage
  name: string
}

export interface PackageGrants {
  /** Sees to it that these packages are there: installs those that are allowed, and refuses with PACKAGE_MISSING. */
  assure(wishes: PackageWish[]): Promise<void>
  /** Installs allowed packages for a model, which may ask for anything: answers in one line and refuses nothing. */
  answer(wishes: PackageWish[]): Promise<string>
}

/** Lets callers have the installed packages, and the ones that the operator allowed beyond them. */
export function createPackageGrants(packages: Pick<Packages, 'list' | 'add'>, allowed: string[]): PackageGrants {
  const allowList = allowed.map(readRunPackage).filter(({ language, name }) => isPackageWish(name, language))

  async function missingOf(wishes: PackageWish[]): Promise<PackageWish[]> {
    const there = new Set((await packages.list()).map(({ language, name }) => `${language} ${name}`))
    return wishes.filter(({ language, name }) => !there.has(`${language} ${packageNameOf(name, language)}`))
  }
  /** The wish as the operator wrote it, which may name a version. */
  const permitted = ({ language, name }: PackageWish): string | undefined =>
    allowList.find(
      (each) => each.language === language && packageNameOf(each.name, language) === packageNameOf(name, language),
    )?.name

  async function assure(wishes: PackageWish[]): Promise<void> {
    if (wishes.length === 0) return
    const missing = await missingOf(wishes)
    const refused = missing.find((wish) => permitted(wish) === undefined)
    if (refused) throw new EngineError('PACKAGE_MISSING', refused)
    for (const language of ['python', 'javascript'] as const) {
      const names = missing.filter((wish) => wish.language === language).flatMap((wish) => permitted(wish) ?? [])
      if (names.length > 0) await packages.add({ names, language })
    }
  }

  return {
    assure,
    async answer(wishes) {
      const refused = (await missingOf(wishes)).filter((wish) => permitted(wish) === undefined)
      const granted = wishes.filter((wish) => !refused.includes(wish))
      const told = await assure(granted).then(
        () => (granted.length > 0 ? [`${granted.map(({ name }) => name).join(', ')} can be imported here`] : []),
        (error) => [error instanceof EngineError ? error.message : String(error)],
      )
      return [...refused.map(({ name, language }) => missingPackageLine(name, language)), ...told].join('; ')
    },
  }
}
