import { languagePromises, otherLanguages } from './support/language-promises.ts'

languagePromises(otherLanguages)
