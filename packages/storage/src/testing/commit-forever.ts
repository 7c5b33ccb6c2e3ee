/** Commits turns of eight sessions until it is killed, and prints each one once it is committed. */
import { writeSync } from 'node:fs'
import { openSqlite } from '../sqlite/open-sqlite.js'
import { commit, seed } from './rows.js'

const storage = await openSqlite({ folder: process.argv[2]! })
await seed(storage)
await Promise.all(Array.from({ length: 8 }, (_, index) => commitForever(`s${index}`)))

async function commitForever(sessionId: string): Promise<void> {
  for (let version = 1; ; version++) {
    const outcome = await storage.sessions.commit(commit(version, { sessionId, resultId: sessionId }))
    if (outcome === 'committed') print(`${sessionId} ${version}\n`)
  }
}

/** Before the next turn is committed, however long nobody reads. */
function print(line: string): void {
  for (;;) {
    try {
      writeSync(1, line)
      return
    } catch (error) {
      if ((error as { code?: string }).code !== 'EAGAIN') throw error
    }
  }
}
