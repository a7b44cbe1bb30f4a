import { createRequire } from 'node:module'

/** The folder in the sandbox with the packages that a language asked for. */
export const PACKAGES = '/opt/anneal/node_modules'

export const requirePackage = createRequire(`${PACKAGES}/`)
