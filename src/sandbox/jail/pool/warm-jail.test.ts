import { pooledKeeps } from './pooled-keeps.fixture.ts'

// A pooled sandbox was made before its caller came: its limits, its network and its leftovers could differ from a new one's.
await pooledKeeps(['limits', 'network', 'agent', 'leftovers'])
