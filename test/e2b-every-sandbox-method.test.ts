import { everyMethodOfSandboxes } from './support/every-sandbox-method.ts'

// `e2b-every-sandbox-method.full.test.ts` calls them over a domain.
everyMethodOfSandboxes('a URL')
