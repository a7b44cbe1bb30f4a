import { durable } from '../database/durable.ts'
import type { StoreFeature } from '../feature.ts'
import { type CodePatternTables, codePatternRows } from './code-pattern-rows.ts'
import { type CodeVectorTables, codeVectorRows } from './code-vector-rows.ts'
import { type KnownRepairTables, knownRepairRows } from './known-repair-rows.ts'

export const codeMemoryFeature = {
  tables: { code_pattern: 'kept', code_pattern_run: 'kept', code_vector: 'kept', known_repair: 'kept' },
  rows: (database) => ({
    codePatterns: durable(database, codePatternRows(database), [
      'put',
      'remove',
      'removeByRun',
      'removeAgent',
      'removeOf',
    ]),
    codeVectors: codeVectorRows(database),
    knownRepairs: durable(database, knownRepairRows(database), ['removeByRun', 'removeOf']),
  }),
  migrations: [
    {
      name: '033-code-memory',
      sql: `
        create table code_pattern (id text not null primary key, user_id text not null, language text not null,
          fingerprint text not null, changed_at double precision not null, body text not null);
        create unique index code_pattern_same on code_pattern (user_id, language, fingerprint);
        create index code_pattern_of_user on code_pattern (user_id, id);
        create index code_pattern_changed on code_pattern (changed_at);
        create table code_pattern_run (pattern_id text not null, run_id text not null, user_id text not null,
          primary key (pattern_id, run_id));
        create index code_pattern_of_run on code_pattern_run (user_id, run_id);
        create table known_repair (id text not null primary key, user_id text not null, language text not null,
          fingerprint text not null, run_id text not null, changed_at double precision not null, body text not null);
        create index known_repair_of_failure on known_repair (user_id, language, fingerprint);
        create index known_repair_of_run on known_repair (user_id, run_id)`,
    },
    {
      name: '044-programs-of-agents',
      sql: `
        alter table code_pattern add column agent text;
        create index code_pattern_of_agent on code_pattern (user_id, agent)`,
    },
    {
      name: '045-vectors-of-programs',
      sql: `
        create table code_vector (pattern_id text not null primary key references code_pattern (id) on delete cascade,
          user_id text not null, model text not null, made_at double precision not null, vector text not null);
        create index code_vector_of_user on code_vector (user_id, made_at, pattern_id)`,
    },
  ],
} satisfies StoreFeature<CodePatternTables & CodeVectorTables & KnownRepairTables>
