import type { Row } from '../../http/row.ts'
import { volumeContentRoutes } from '../volume/volume-content-routes.ts'
import type { ControlEngine } from './control-engine.ts'
import { listRoutes } from './list-routes.ts'
import { logRoutes } from './log-routes.ts'
import { metricRoutes } from './metric-routes.ts'
import { sandboxLifeRoutes } from './sandbox-life-routes.ts'
import { sandboxRoutes } from './sandbox-routes.ts'
import { secretRoutes } from './secret-routes.ts'
import { snapshotRoutes } from './snapshot-routes.ts'
import { templateBuildRoutes } from './template-build-routes.ts'
import { templateFileRoutes } from './template-file-routes.ts'
import { templateRoutes } from './template-routes.ts'
import { volumeRoutes } from './volume-routes.ts'

/** Every call of the control plane, as one list: the server and the tests over all routes read it. */
export function controlRoutes(engine: ControlEngine): Row[] {
  return [
    ...sandboxRoutes(engine),
    ...sandboxLifeRoutes(engine),
    ...listRoutes(engine),
    ...snapshotRoutes(engine),
    ...templateRoutes(engine),
    ...templateBuildRoutes(engine),
    ...templateFileRoutes(engine),
    ...metricRoutes(engine),
    ...logRoutes(engine),
    ...volumeRoutes(engine),
    ...volumeContentRoutes(engine),
    ...secretRoutes(engine),
  ]
}
