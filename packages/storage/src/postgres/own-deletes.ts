/**
 * The schema of PostgreSQL from migration 13 on: turns do not refer to their session, and what belongs to a result does not refer to
 * it. To check such a reference costs more than to add the row, and checks nothing here: the statement that saves a turn adds
 * rows only beneath a session and a result that it has locked itself. What a reference does besides, which is to delete what
 * belongs to a row that is deleted, triggers do.
 */
export const ownDeletes = `
  ${dropReferences(['turns'], 'session_id')}
  ${deletesOf('sessions', ['turns'], 'session_id')}
  ${dropReferences(ofResults(), 'result_id')}
  ${deletesOf('results', ofResults(), 'result_id')}
`

/** The number of the migration that brings it. */
export const ownDeletesSince = 13

/** What `migrations` drops with the table `history`: nothing deletes from it any more. */
export const withoutHistory = functionOf('results', ['answers', 'visited_edges', 'logs', 'rejections'], 'result_id')

/** The number of the migration that brings it. */
export const withoutHistorySince = 17

/** The tables that there were at migration 13. */
function ofResults(): string[] {
  return ['answers', 'visited_edges', 'history', 'logs', 'rejections']
}

function dropReferences(tables: readonly string[], column: string): string {
  const drop = (table: string) => `ALTER TABLE ${table} DROP CONSTRAINT ${table}_${column}_workspace_id_fkey;`
  return tables.map(drop).join('\n  ')
}

/** Row by row and by their keys, as the references did it: a plan for many rows at once might read a whole table. */
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
