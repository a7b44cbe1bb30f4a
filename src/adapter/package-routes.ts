import { packageList, packageRemoval, packageRequest } from '../contract/package.ts'
import { answers, type PartRoute, partRoute } from '../contract/part-route.ts'
import type { Packages } from '../sandbox/packages/packages.ts'

export function packageRoutes({ list, add, remove }: Pick<Packages, 'list' | 'add' | 'remove'>): PartRoute[] {
  const path = '/v1/packages'
  return [
    partRoute(
      {
        method: 'GET',
        path,
        tag: 'Packages',
        operation: 'listPackages',
        summary: 'The packages that programs may import, with their versions',
        answers: answers(packageList, 'Added ones first, then those of the host'),
      },
      async () => ({ packages: await list() }),
    ),
    partRoute(
      {
        method: 'POST',
        path,
        tag: 'Packages',
        operation: 'addPackages',
        summary: 'Add packages for programs; all of them, or none',
        access: 'admin',
        body: packageRequest,
        example: { body: { names: ['numpy', 'pandas', 'matplotlib'] } },
        answers: answers(packageList, 'All packages as they are now'),
      },
      async ({ body }) => ({ packages: await add(body) }),
    ),
    partRoute(
      {
        method: 'DELETE',
        path,
        tag: 'Packages',
        operation: 'removePackages',
        summary: 'Remove packages that were added, and what only they needed',
        access: 'admin',
        body: packageRemoval,
        example: { body: { names: ['pandas'] } },
        answers: answers(packageList, 'All packages as they are now'),
      },
      async ({ body }) => ({ packages: await remove(body) }),
    ),
  ]
}
