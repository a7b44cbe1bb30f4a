import { checkGroups } from './gvisor-checks.fixture.ts'

checkGroups(['limits', 'network', 'kernel', 'agent', 'leftovers'])
