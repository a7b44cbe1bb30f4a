import { checkGroups } from './gvisor-checks.fixture.ts'

checkGroups(['behaviour', 'files'])
