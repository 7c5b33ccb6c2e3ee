import type { Command } from 'commander'
import { installationOf, type MaintenanceOptions, maintain, withInstallationOptions } from './maintain.js'

interface RestoreOptions extends MaintenanceOptions {
  replace?: boolean
}

/** `colloquy restore`: replaces the installation with the contents of a backup. */
export function addRestoreCommand(program: Command): void {
  withInstallationOptions(program.command('restore'))
    .description(
      'Restore a backup into the data folder, and into an empty PostgreSQL if one is set, while the service is stopped.',
    )
    .argument('<file>', 'a file that `colloquy backup` wrote')
    .option('--replace', 'move what is in the folder aside')
    .action(restoreFrom)
}

async function restoreFrom(file: string, options: RestoreOptions): Promise<void> {
  await maintain(async ({ restore }) => {
    const installation = installationOf(options)
    const { createdAt, files, movedTo } = await restore(file, installation, options.replace === true, new Date())
    if (movedTo !== undefined) console.log(`What was there before is in ${movedTo}.`)
    console.log(
      `${installation.dataFolder} is as it was on ${createdAt}, with ${files} uploads. Start the service with \`npm start\`.`,
    )
  })
}
