import { everyMethodOfSandboxes } from './support/every-sandbox-method.ts'

everyMethodOfSandboxes('a domain')
