import { errorsAreRead, slowCases } from './read-errors.fixture.ts'

errorsAreRead(slowCases)
