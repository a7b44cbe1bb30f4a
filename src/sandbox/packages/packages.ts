import { rm } from 'node:fs/promises'
import { EngineError } from '../../contract/errors.ts'
import {
  type InstalledPackage,
  type PackageLanguage,
  type PackageRemoval,
  type PackageRequest,
  packageNameOf,
} from '../../contract/package.ts'
import { installNpm } from './install-npm.ts'
import { installPython } from './install-python.ts'
import { installedPackages } from './installed-packages.ts'
import { type KeptSet, openPackageSets, type Wishes } from './package-sets.ts'
import { shownAt, showSet } from './shown-set.ts'

export interface PackagesOptions {
  home: string
  timeoutMs: number
  onTrouble(error: unknown): void
}

/** Packages that an operator added for programs: kept apart from the host, shown to sandboxes and never written by them. */
export interface Packages {
  list(): Promise<InstalledPackage[]>
  /** Adds packages, or moves those that are there to what the names say now. */
  add(request: PackageRequest): Promise<InstalledPackage[]>
  remove(request: PackageRemoval): Promise<InstalledPackage[]>
  /** Directory to show to a new sandbox; undefined when nothing was ever added. Changes with every change of the set. */
  shown(): Promise<string | undefined>
  close(): Promise<void>
}

/** Times that a change is made anew because another process changed the set meanwhile. */
const TRIES = 3

export function createPackages({ home, timeoutMs, onTrouble }: PackagesOptions): Packages {
  const sets = openPackageSets(home)
  const shownSets = new Map<number, Promise<string>>()
  let last: Promise<unknown> = Promise.resolve()

  const newest = async (): Promise<KeptSet | undefined> => {
    const generation = await sets.newest()
    return generation === undefined ? undefined : sets.read(generation)
  }
  const show = async (generation: number): Promise<string> => {
    if (!(await sets.hold(generation))) throw new Error('the set was removed meanwhile')
    return showSet(await sets.read(generation))
  }
  const shown = async (): Promise<string | undefined> => {
    const generation = await sets.newest()
    if (generation === undefined) return undefined
    const known = shownSets.get(generation) ?? show(generation)
    shownSets.set(generation, known)
    try {
      return await known
    } catch (error) {
      shownSets.delete(generation)
      if ((await sets.newest()) !== generation) return shown()
      throw error
    }
  }
  const sweep = async () => {
    for (const { id } of await sets.sweep()) await rm(await shownAt(id), { recursive: true, force: true })
  }
  const change = (language: PackageLanguage, plan: (has: string[]) => Plan): Promise<InstalledPackage[]> => {
    const work = last.then(async () => {
      for (let left = TRIES; left > 0; left--) {
        const base = await newest()
        const set = await make({ base, language, plan: plan(base?.wishes[language] ?? []) })
        if (!set) continue
        // Shown before the answer, so that the first run does not wait for it.
        await shown()
        await sweep().catch(onTrouble)
        return installedPackages(set)
      }
      throw new Error('other processes kept changing the packages')
    })
    last = work.catch(() => {})
    return work
  }
  const make = ({ base, language, plan }: { base: KeptSet | undefined; language: PackageLanguage; plan: Plan }) => {
    const wishes: Wishes = { python: [], javascript: [], ...base?.wishes, [language]: plan.wishes }
    const signal = AbortSignal.timeout(timeoutMs)
    const fill = async (directory: string) => {
      const isPython = language === 'python'
      const { from, index } = plan
      const fresh = isPython ? plan.fresh : []
      const ofPython = { wishes: wishes.python, fresh, isOffline: fresh.length === 0, from, index }
      await installPython({ base, directory, signal, ...ofPython })
      const ofNpm = isPython ? { add: [], remove: [] } : { add: plan.fresh, remove: plan.gone, index }
      await installNpm({ base, directory, signal, ...ofNpm })
    }
    return sets.add(base, { wishes, fill })
  }

  void sweep().catch(onTrouble)
  return {
    shown,
    list: async () => installedPackages(await newest()),
    add: ({ names, language, from, index }) =>
      change(language, (has) => {
        const isNamed = sameAsOneOf(names, language)
        const wishes = [...has.filter((wish) => !isNamed(wish)), ...names]
        return { wishes, fresh: names, gone: [], from, index }
      }),
    remove: async ({ names, language }) => {
      const listed = await installedPackages(await newest())
      return change(language, (has) => {
        for (const name of names) {
          if (has.some(sameAsOneOf([name], language))) continue
          throw new EngineError('PACKAGE_NOT_ADDED', { name, why: whyNotAdded(listed, name, language) })
        }
        const isNamed = sameAsOneOf(names, language)
        return { wishes: has.filter((wish) => !isNamed(wish)), fresh: [], gone: names }
      })
    },
    close: async () => {
      await last
      await sets.release()
    },
  }
}

interface Plan {
  wishes: string[]
  fresh: string[]
  gone: string[]
  from?: string | undefined
  index?: string | undefined
}

function sameAsOneOf(names: string[], language: PackageLanguage): (wish: string) => boolean {
  const wanted = new Set(names.map((name) => packageNameOf(name, language)))
  return (wish) => wanted.has(packageNameOf(wish, language))
}

function whyNotAdded(listed: InstalledPackage[], name: string, language: PackageLanguage): string {
  const there = listed.find((each) => each.language === language && each.name === packageNameOf(name, language))
  if (there?.origin === 'host') return ': it belongs to the system of the host'
  return there ? ': another package needs it' : ''
}
