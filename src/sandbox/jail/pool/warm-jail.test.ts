import { pooledKeeps } from './pooled-keeps.fixture.ts'

// The walls are those of the jail; limits are set again when a caller comes, and leftovers could be those of the wait.
await pooledKeeps(['behaviour', 'files', 'limits', 'leftovers'])
