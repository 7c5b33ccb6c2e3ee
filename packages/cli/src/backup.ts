import { join } from 'node:path'
import type { Command } from 'commander'
import { installationOf, type MaintenanceOptions, maintain, withInstallationOptions } from './maintain.js'

/** `colloquy backup`: saves a whole installation into one file while it runs. */
export function addBackupCommand(program: Command): void {
  withInstallationOptions(program.command('backup'))
    .description('Write database, uploads and keys to one file. The service may keep running.')
    .argument('[file]', 'file to write (default: colloquy-<time>.tar.gz in this folder)')
    .action(backup)
}

async function backup(file: string | undefined, options: MaintenanceOptions): Promise<void> {
  await maintain(async ({ backUp, backupName }) => {
    const now = new Date()
    const made = await backUp(installationOf(options), file ?? join('.', backupName(now)), now)
    const size = made.bytes < 1e6 ? `${Math.ceil(made.bytes / 1e3)} kB` : `${(made.bytes / 1e6).toFixed(1)} MB`
    console.log(`${made.file}: ${size}, the database and ${made.files} uploads.`)
    console.log('It holds the keys of this installation: keep it where only you can read it.')
  })
}
