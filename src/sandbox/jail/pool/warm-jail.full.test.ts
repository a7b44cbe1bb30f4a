import { pooledKeeps } from './pooled-keeps.fixture.ts'

await pooledKeeps(['behaviour', 'files', 'kernel'])
