/**
 * Loaded before the service (`node --import`), it makes it the next release: one whose schema has one more migration, which adds columns to
 * the tables that every turn writes. It rewrites the sources of the storage as they are loaded.
 */
import { register } from 'node:module'

const migration = `
  ALTER TABLE sessions ADD COLUMN of_next_release TEXT;
  ALTER TABLE results ADD COLUMN of_next_release INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE turns ADD COLUMN of_next_release TEXT;
  ALTER TABLE answers ADD COLUMN of_next_release TEXT;`

const hooks = `
export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context)
  if (!/storage\\/dist\\//.test(url)) return loaded
  const source = loaded.source.toString().replace('newestSchema = migrations.length', () => ${JSON.stringify(
    `newestSchema = migrations.push(${JSON.stringify(migration)})`,
  )})
  return { ...loaded, source }
}`

register(`data:text/javascript,${encodeURIComponent(hooks)}`)
