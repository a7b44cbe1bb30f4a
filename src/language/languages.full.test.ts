import { errorsAreRead, quickCases, slowCases } from './read-errors.fixture.ts'

errorsAreRead([...quickCases, ...slowCases])
