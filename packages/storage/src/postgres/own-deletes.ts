/**
 * The schema of PostgreSQL from migration 13 on: turns have no foreign key to their session, nor rows of a result to the result. Checking
 * such a key costs more than adding the row, and checks nothing here: the statement that saves a turn only adds rows under a session and a
 * result that it has locked itself. Triggers do the other job of a foreign key, which is to delete the rows under a row that is deleted.
 */
export const ownDeletes = `
  ${dropReferences(['turns'], 'session_id')}
  ${deletesOf('sessions', ['turns'], 'session_id')}
  ${dropReferences(ofResults(), 'result_id')}
  ${deletesOf('results', ofResults(), 'result_id')}
`

/** Number of the migration that introduces it. */
export const ownDeletesSince = 13

/** Replaces the trigger function when `migrations` drops the table `history`, so that nothing deletes from that table any more. */
export const withoutHistory = functionOf('results', ['answers', 'visited_edges', 'logs', 'rejections'], 'result_id')

/** Number of the migration that introduces it. */
export const withoutHistorySince = 17

/** The tables that existed at migration 13. */
function ofResults(): string[] {
  return ['answers', 'visited_edges', 'history', 'logs', 'rejections']
}

function dropReferences(tables: readonly string[], column: string): string {
  const drop = (table: string) => `ALTER TABLE ${table} DROP CONSTRAINT ${table}_${column}_workspace_id_fkey;`
  return tables.map(drop).join('\n  ')
}

/** Deletes row by row and by key, as foreign keys did: a plan for many rows at once might read a whole table. */
function deletesOf(owner: string, tables: readonly string[], column: string): string {
  return `${functionOf(owner, tables, column)}
  CREATE TRIGGER delete_with_${owner} AFTER DELETE ON ${owner}
    FOR EACH ROW EXECUTE FUNCTION delete_with_${owner}();`
}

function functionOf(owner: string, tables: readonly string[], column: string): string {
  const remove = (table: string) =>
    `DELETE FROM ${table} WHERE ${table}.${column} = OLD.id AND ${table}.workspace_id = OLD.workspace_id;`
  return `
  CREATE OR REPLACE FUNCTION delete_with_${owner}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    ${tables.map(remove).join('\n    ')}
    RETURN NULL;
  END $$;`
}
