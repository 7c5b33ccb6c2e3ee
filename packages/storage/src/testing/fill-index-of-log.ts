/**
 * Writes to a database on a small disk that is full just when the index of its log has to grow, which is after 4,062 pages. Prints what
 * happened as JSON.
 */
import { rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Connection } from '../sqlite/connection.js'
import { StorageFullError } from '../storage.js'

const folder = process.argv[2]!
const path = join(folder, 'colloquy.db')
const filling = join(folder, 'filling')
const indexed = 4_062
let failures = 0
const connection = new Connection(path, () => failures++)
const insert = () => connection.write(() => connection.run('INSERT INTO texts VALUES (?)', 'x'.repeat(3_000)))
const logged = () => Math.floor(statSync(`${path}-wal`).size / 4_120)

connection.write(() => connection.run('CREATE TABLE texts (text TEXT)'))
let written = 0
for (; logged() < indexed - 10; written++) insert()
const { bavail, bsize } = statfsSync(folder)
writeFileSync(filling, Buffer.alloc((bavail - (indexed - logged()) - 4) * bsize))
let writeError: unknown
for (; writeError === undefined; written++) {
  try {
    insert()
  } catch (error) {
    writeError = error
    written -= 1
  }
}
rmSync(filling)
insert()
const { count } = connection.get<{ count: number }>('SELECT count(*) AS count FROM texts')!
const isFull = writeError instanceof StorageFullError
const { errcode } = (writeError as Error).cause as { errcode?: number }
console.log(JSON.stringify({ failures, isFull, errcode, isKept: count === written + 1 }))
connection.close()
