import { migrations } from '../migrations.js'
import type { PoolConnection } from './pool.js'

/**
 * Has long texts compressed by LZ4 where the server was built with it. PostgreSQL's default, pglz, took 3 times as long for the 6 kB of a
 * session's state, and 35 times as long for 6 MB. Texts that are stored already stay as they are until they are written again. A no-op once
 * it is done, because the columns are locked while it changes them.
 */
export async function compressTexts(connection: PoolConnection): Promise<void> {
  const { rows } = await connection.run(columnsToChange, [tables])
  const changes = rows.map(({ name, column }) => `ALTER TABLE ${name} ALTER COLUMN ${column} SET COMPRESSION lz4;`)
  if (changes.length > 0) await connection.exec(changes.join('\n'))
}

/** Ours alone: the schema may have tables of others. */
const tables = [...migrations.join('\n').matchAll(/CREATE TABLE (\w+)/g)].map(([, name]) => name)

const columnsToChange = `
  SELECT attrelid::regclass::text AS name, quote_ident(attname) AS "column" FROM pg_attribute
  WHERE attrelid IN (SELECT to_regclass(name) FROM unnest(?::text[]) AS name)
    AND attnum > 0 AND NOT attisdropped AND attstorage IN ('x', 'm') AND attcompression <> 'l'
    AND EXISTS (SELECT FROM pg_settings WHERE name = 'default_toast_compression' AND 'lz4' = ANY (enumvals))`
