import { languagePromises, slowLanguages } from './support/language-promises.ts'

languagePromises(slowLanguages)
