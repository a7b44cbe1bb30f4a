import { describe, it } from 'vitest'
import { brokenChecks, expectNoticed } from './broken-checks.fixture.ts'

describe('every check of a kernel notices', () => {
  it.each(brokenChecks)('$id', expectNoticed)
})
