import type { Config } from '../config/settings.ts'
import { EngineError } from '../contract/errors.ts'
import type { Ground } from '../contract/ground.ts'
import type { Part } from '../contract/part.ts'
import { createPackageGrants, type PackageGrants } from '../sandbox/packages/assure-packages.ts'
import { createPackages, type Packages } from '../sandbox/packages/packages.ts'
import { packageRoutes } from './package-routes.ts'

export type PackagesApi = Omit<Packages, 'close'> & PackageGrants

export interface PackagesNeeds extends Pick<Ground, 'onTrouble'> {
  config: Config
}

/** The packages that programs may import. */
export function packagesPart({ config, onTrouble }: PackagesNeeds): Part<PackagesApi> {
  const { close, ...packages } = createPackages({ home: config.home, timeoutMs: config.packagesTimeoutMs, onTrouble })
  const add: Packages['add'] = async (request) => {
    if (config.sandbox === 'e2b') throw new EngineError('UNSUPPORTED', { what: REMOTE })
    return packages.add(request)
  }
  const api = { ...packages, add }
  return { api: { ...api, ...createPackageGrants(api, config.packagesAllowed) }, routes: packageRoutes(api), close }
}

const REMOTE = 'Adding packages for sandboxes of another server (put them into its template)'
