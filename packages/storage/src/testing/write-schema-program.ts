/**
 * Writes `schemas/schema-<n>.sql`: the schema of today with one of everything in it. Run it before each release; what it wrote
 * for a release is never changed. `node --conditions=development --import=tsx packages/storage/src/testing/write-schema-program.ts`
 */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newestSchema } from '../schema.js'
import { openSqlite } from '../sqlite.js'
import { dumpDatabase } from './dump-database.js'
import { commit, credentials, folder, release, seed, token, upload } from './rows.js'

const place = mkdtempSync(join(tmpdir(), 'colloquy-schema-'))
const storage = await openSqlite({ folder: place })
await seed(storage)
await storage.folders.create(folder)
await storage.tokens.create(token('t1', 10))
await storage.credentials.create(credentials('c1'))
await storage.releases.publish(release, 'public')
await storage.sessions.commit(commit(1))
await storage.sessions.commit(commit(2))
await storage.uploads.create(upload('f1'), 1_000_000)
await storage.close()
const file = new URL(`schemas/schema-${newestSchema}.sql`, import.meta.url)
writeFileSync(file, dumpDatabase(place))
console.log(`Wrote ${file.pathname}`)
