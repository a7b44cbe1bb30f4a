import { plainPath } from './bash/rule/path-kind.ts'

/** A path from the root that is known up to its first climb. */
const CLIMBING = /^\/[^\n\u0000\uFFFC$]{0,500}\/\.\.\//
const SYSTEM = /^\/(?:etc|proc|root|sys|boot|var\/(?:log|lib|spool|mail|backups))\//

/** Whether a path leaves its folder by `..` and ends in one of the system: `/srv/files/../../etc/hosts`. Nobody writes it so by accident. */
export const climbsIntoSystem = (path: string): boolean => CLIMBING.test(path) && SYSTEM.test(plainPath(path))

export const CLIMBS = { severity: 'medium', message: 'A path climbs out of its folder into one of the system' } as const
