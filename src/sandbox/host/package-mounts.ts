import { EngineError } from '../../contract/errors.ts'
import type { Mount } from '../sandbox.ts'
import { cacheDirectory } from './cache.ts'
import { PackageMissing, type PackageSet, packageCopy } from './package-copy.ts'

export interface PackageMountsOptions {
  execPath: string
  /** Directory inside the sandbox. */
  target: string
}

/** Mounts for a language that needs packages; the copy is made at the first use. */
export function createPackageMounts({ execPath, target }: PackageMountsOptions) {
  const copies = new Map<string, Promise<string>>()
  return async ({ id, packages }: { id: string; packages?: PackageSet }): Promise<Mount[]> => {
    if (!packages) return []
    const copy = copies.get(id) ?? copyOf(packages)
    copies.set(id, copy)
    try {
      return [{ source: await copy, target, readOnly: true }]
    } catch (error) {
      // The package may be installed while the server runs.
      copies.delete(id)
      if (!(error instanceof PackageMissing)) throw error
      const missing = error.packageName
      throw new EngineError('LANGUAGE_MISSING', { language: id, missing, install: `npm install ${missing}` })
    }
  }

  async function copyOf(packages: PackageSet): Promise<string> {
    return packageCopy(packages, { cache: await cacheDirectory(process.getuid?.() === 0), execPath })
  }
}
