import { createRequire } from 'node:module'
import { join } from 'node:path'

const { DatabaseSync } = createRequire(new URL('../../../storage/package.json', import.meta.url))(
  '@photostructure/sqlite',
)

/** The database of a running service, for what no request changes. */
export const openDatabase = (folder: string) => new DatabaseSync(join(folder, 'colloquy.db'))
