import { cp, mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { copyDatabase } from '@colloquy/storage'
import {
  changeDatabase,
  copyPostgres,
  createDatabase,
  inspectDatabase,
  inspectPostgres,
  readDatabase,
  withClient,
  writeReleasedPostgres,
  writeReleasedSqlite,
} from '@colloquy/storage/testing'

/** Data folder and database of a service under test, and access to what it leaves there. */
export interface InstanceData {
  /** The data folder. */
  readonly folder: string
  /** Additional settings of the service. */
  readonly env: Record<string, string>
  /** Folder or URL that `checkHistory` opens. */
  readonly storage: string
  /** Checks the integrity of the database. Returns its problems, one line each. No service may have it open. */
  inspect(): Promise<string[]>
  rows<Row = Record<string, unknown>>(sql: string): Promise<Row[]>
  /** Runs statements directly on the database: to create data that the service would never write, or has not written yet. */
  change(sql: string): Promise<void>
  /** Fills the empty database with one of the given released schema. */
  fillWithSchema(schema: number): Promise<void>
  /** Copies the place, into the given folder if it has one. No service may have the original open. */
  copyTo(folder: string): Promise<InstanceData>
}

/** Creates an empty place for a service, in a folder that need not exist yet. */
export type NewInstanceData = (folder: string) => Promise<InstanceData>

export async function sqliteData(folder: string): Promise<InstanceData> {
  await mkdir(folder, { recursive: true })
  return {
    folder,
    env: {},
    storage: folder,
    inspect: async () => inspectDatabase(folder),
    rows: async (sql) => readDatabase(folder, sql),
    change: async (sql) => changeDatabase(folder, sql),
    fillWithSchema: async (schema) => writeReleasedSqlite(folder, schema),
    async copyTo(other) {
      // SQLite may remove the files next to its database at any time, so it copies the database itself.
      const isDatabase = (path: string) => basename(path).startsWith('colloquy.db')
      await cp(folder, other, { recursive: true, filter: (path) => !isDatabase(path) })
      copyDatabase(join(folder, 'colloquy.db'), join(other, 'colloquy.db'))
      return sqliteData(other)
    },
  }
}

/** Places with databases in the cluster at `url`. */
export const postgresData =
  (url: string): NewInstanceData =>
  async (folder) =>
    onePostgres(folder, await createDatabase(url, { isEmpty: true }))

async function onePostgres(folder: string, url: string): Promise<InstanceData> {
  await mkdir(folder, { recursive: true })
  return {
    folder,
    // All instances share one secret, regardless of which one creates the key file first.
    env: { DATABASE_URL: url, COLLOQUY_SECRET: 'k3y-of-the-trials-7f2Qm9LxWz0RbVtY' },
    storage: url,
    inspect: () => inspectPostgres(url),
    rows: (sql) => withClient(url, async (client) => (await client.query(sql)).rows),
    change: async (sql) => {
      await withClient(url, (client) => client.query(sql))
    },
    fillWithSchema: (schema) => writeReleasedPostgres(url, schema),
    copyTo: async (other) => onePostgres(other, await copyPostgres(url)),
  }
}
