import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { settingStore, tokenStore, userStore } from './account-stores.js'
import { botStore, releaseStore } from './bot-stores.js'
import { Connection } from './connection.js'
import { credentialsStore } from './credentials-store.js'
import { lockFolder } from './instance-lock.js'
import { resultStore } from './result-store.js'
import { sessionStore } from './session-store.js'
import type { Storage } from './storage.js'
import { uploadStore } from './upload-store.js'
import { webhookStore } from './webhook-store.js'
import { folderStore, workspaceStore } from './workspace-stores.js'

export interface SqliteOptions {
  /** Created when it does not exist. */
  folder: string
  /** Called once, when the disk has failed and no more writes are taken: the process should end. */
  onFatal?: (error: Error) => void
  /** Told of each transaction of turns: how many shared it, and the milliseconds until it was on the disk. */
  onCommit?: (turns: number, milliseconds: number) => void
}

/** Opens `<folder>/colloquy.db`; throws when another process has it, or when a newer Colloquy wrote it. */
export async function openSqlite({ folder, onFatal = () => {}, onCommit }: SqliteOptions): Promise<Storage> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const unlock = lockFolder(folder)
  let connection: Connection
  try {
    connection = new Connection(join(folder, 'colloquy.db'), onFatal)
  } catch (error) {
    unlock()
    throw error
  }
  const sessions = sessionStore(connection, onCommit)
  return {
    users: userStore(connection),
    tokens: tokenStore(connection),
    workspaces: workspaceStore(connection),
    folders: folderStore(connection),
    credentials: credentialsStore(connection),
    bots: botStore(connection),
    releases: releaseStore(connection),
    sessions,
    results: resultStore(connection),
    webhooks: webhookStore(connection),
    uploads: uploadStore(connection),
    settings: settingStore(connection),
    async check() {
      connection.write(() => connection.get('SELECT number FROM migrations LIMIT 1'))
    },
    async close() {
      sessions.flush()
      connection.close()
      unlock()
    },
  }
}
