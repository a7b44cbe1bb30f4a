import type { StoreFeature } from '../feature.ts'
import { type DocumentTables, documentRows } from './document-rows.ts'

export const documentFeature = {
  tables: { document: 'kept' },
  rows: (database) => ({ documents: documentRows(database) }),
  migrations: [
    {
      name: '010-documents',
      sql: `
        create table document (kind text not null, id text not null, user_id text not null,
          created_at double precision not null, revision integer not null, body text not null,
          constraint document_id primary key (kind, id));
        create index document_of_user on document (kind, user_id, created_at)`,
    },
    { name: '016-document-order', sql: 'create index document_of_kind on document (kind, created_at, id)' },
  ],
} satisfies StoreFeature<DocumentTables>
