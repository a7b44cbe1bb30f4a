import { describe, expect, it } from 'vitest'
import type { InstalledPackage, PackageRequest } from '../../contract/package.ts'
import { createPackageGrants } from './assure-packages.ts'

const INSTALLED: InstalledPackage = { name: 'numpy', version: '2.0', language: 'python', origin: 'host' }

function grants(allowed: string[]) {
  const added: PackageRequest[] = []
  const packages = {
    list: async () => [INSTALLED],
    add: async (request: PackageRequest) => {
      added.push(request)
      return [INSTALLED]
    },
  }
  return { ...createPackageGrants(packages, allowed), added }
}
const wish = (name: string, language: 'python' | 'javascript' = 'python') => ({ name, language })

describe('a run that asks for packages', () => {
  it('has those that are installed, whatever their spelling', async () => {
    const { assure, added } = grants([])
    await assure([wish('NumPy')])
    expect(added).toEqual([])
  })

  it('is refused one that is neither installed nor allowed', async () => {
    await expect(grants([]).assure([wish('seaborn')])).rejects.toMatchObject({ code: 'PACKAGE_MISSING' })
    await expect(grants(['lodash']).assure([wish('lodash', 'javascript')])).rejects.toMatchObject({
      message: expect.stringMatching(/anneal packages add --npm lodash/),
    })
  })

  it('has allowed ones installed, in the version that the operator wrote', async () => {
    const { assure, added } = grants(['Pandas==2.2.3', 'npm:lodash'])
    await assure([wish('numpy'), wish('pandas'), wish('lodash', 'javascript')])
    expect(added).toEqual([
      { names: ['Pandas==2.2.3'], language: 'python' },
      { names: ['lodash'], language: 'javascript' },
    ])
  })

  it('is answered in one line when a model asks, and has the allowed ones', async () => {
    const { answer, added } = grants(['pandas'])
    expect(await answer([wish('pandas'), wish('seaborn')])).toBe(
      'seaborn is not installed here; an operator can add it with: anneal packages add seaborn; pandas can be imported here',
    )
    expect(added).toHaveLength(1)
  })
})
