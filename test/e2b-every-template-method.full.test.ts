import { everyMethodOfTemplates } from './support/every-template-method.ts'

everyMethodOfTemplates('a domain')
