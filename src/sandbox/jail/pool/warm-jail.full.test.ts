import { WALLS } from '../../checks/check-groups.fixture.ts'
import { pooledKeeps } from './pooled-keeps.fixture.ts'

await pooledKeeps([...WALLS, 'agent'])
