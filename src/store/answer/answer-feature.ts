import { durable } from '../database/durable.ts'
import type { StoreFeature } from '../feature.ts'
import { type AnswerTables, answerRows } from './answer-rows.ts'

export const answerFeature = {
  // An answer is kept for a day, and only the key of this server opens it: a backup would hold nothing of use.
  tables: { kept_answer: 'passing' },
  rows: (database) => ({
    answers: durable(database, answerRows(database), ['begin', 'finish', 'remove', 'removeBefore', 'removeOf']),
  }),
  migrations: [
    {
      name: '021-kept-answers',
      sql: `
        create table kept_answer (user_id text not null, repeat_key text not null, fingerprint text not null,
          engine_id text not null, at double precision not null, answer text, primary key (user_id, repeat_key));
        create index kept_answer_at on kept_answer (at)`,
    },
  ],
} satisfies StoreFeature<AnswerTables>
