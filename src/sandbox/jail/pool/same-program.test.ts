import { samePrograms } from './same-programs.fixture.ts'

samePrograms((index) => index % 4 === 0)
