import { createRequire } from 'node:module'

/** Where a box finds the packages that a language asked for. */
export const PACKAGES = '/opt/anneal/node_modules'

export const requirePackage = createRequire(`${PACKAGES}/`)
