import { allAttacks, holdUpNobody } from './support/holds-up-nobody.ts'

holdUpNobody(allAttacks())
