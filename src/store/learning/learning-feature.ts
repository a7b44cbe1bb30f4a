import { durable } from '../database/durable.ts'
import type { StoreFeature } from '../feature.ts'
import { factRows } from './fact-rows.ts'
import { feedbackRows } from './feedback-rows.ts'
import type { LearningTables } from './learning-tables.ts'
import { lessonRows } from './lesson-rows.ts'

export const learningFeature = {
  tables: {
    feedback: 'kept',
    run_fact: 'kept',
    lesson_delta: 'numbered',
    lesson: 'kept',
    lesson_grant: 'kept',
  },
  rows: (database) => ({
    feedback: durable(database, feedbackRows(database), ['send', 'note', 'removeOf', 'removeRun', 'drop']),
    facts: durable(database, factRows(database), ['removeOf', 'removeBefore', 'removeAgent']),
    lessons: durable(database, lessonRows(database), ['forget', 'removeOf']),
  }),
  migrations: [
    {
      name: '150-learning',
      sql: `
        create table feedback (id text not null primary key, user_id text not null, run_id text not null,
          state text not null, attempts integer not null, next_at double precision not null, at double precision not null,
          problem text, is_learnt integer not null default 0, body text);
        create index feedback_due on feedback (next_at) where state = 'waiting';
        create index feedback_of_user on feedback (user_id, state, at);
        create index feedback_of_run on feedback (run_id);
        create table run_fact (run_id text not null, block integer not null, user_id text not null, agent text,
          language text not null, kind text not null, succeeded integer not null, at double precision not null,
          body text not null, constraint run_fact_block primary key (run_id, block));
        create index run_fact_of_user on run_fact (user_id, at);
        create index run_fact_of_agent on run_fact (user_id, agent, at) where agent is not null;
        create table lesson_delta (position $numbered, user_id text not null, seq integer not null, lesson_id text,
          other_id text, run_id text, at double precision not null, body text not null,
          constraint lesson_delta_seq unique (user_id, seq));
        create index lesson_delta_of_lesson on lesson_delta (lesson_id);
        create index lesson_delta_of_other on lesson_delta (other_id);
        create index lesson_delta_of_run on lesson_delta (user_id, run_id);
        create table lesson (id text not null primary key, user_id text not null, state text not null,
          changed_at double precision not null, body text not null);
        create index lesson_of_user on lesson (user_id, id);
        create index lesson_by_state on lesson (state, changed_at);
        create table lesson_grant (lesson_id text not null, user_id text not null, to_user text not null,
          to_agent text not null, constraint lesson_grant_to primary key (lesson_id, to_user, to_agent));
        create index lesson_granted on lesson_grant (to_user);
        create index lesson_grant_of on lesson_grant (user_id)`,
    },
  ],
} satisfies StoreFeature<LearningTables>
