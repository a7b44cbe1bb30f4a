import { everyMethodOfTemplates } from './support/every-template-method.ts'

// `e2b-every-template-method.full.test.ts` calls them over a domain.
everyMethodOfTemplates('a URL')
