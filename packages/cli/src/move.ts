import type { Command } from 'commander'
import { maintain } from './maintain.js'

/** `colloquy move`: moves the data to a database of the other kind. */
export function addMoveCommand(program: Command): void {
  program
    .command('move')
    .description('Copy a database into an empty one, from SQLite to PostgreSQL or back, while the service is stopped.')
    .argument('<from>', 'a data folder, or the address of a PostgreSQL: postgres://…')
    .argument('<to>', 'the same')
    .addHelpText('after', help)
    .action(move)
}

const help = `
All rows are read back and compared before the move is completed. If a move is interrupted, the target is unchanged: run
the command again. The source is never changed. Keep a password in PGPASSWORD or ~/.pgpass.`

async function move(from: string, to: string): Promise<void> {
  await maintain(async ({ moveInstallation }) => {
    const count = await moveInstallation(from, to, (table, rows) =>
      console.log(`${String(rows).padStart(10)}  ${table}`),
    )
    console.log(`${count} rows were written, read back and found the same.`)
    console.log(isPostgres(to) ? nextOnPostgres : nextOnSqlite(to))
  })
}

const isPostgres = (endpoint: string) => /^postgres(ql)?:/.test(endpoint)
const nextOnPostgres =
  'Set DATABASE_URL to its address and COLLOQUY_DATA to the data folder that you had: uploads and keys stay there.'
const nextOnSqlite = (folder: string) =>
  `Set COLLOQUY_DATA to ${folder}, remove DATABASE_URL, and copy uploads, secret-key and admin-token there if it is another folder.`
