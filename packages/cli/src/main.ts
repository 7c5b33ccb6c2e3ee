/**
 * Command line interface of Colloquy. It talks to a running service over HTTP, like any other client, and maintains an installation through
 * `@colloquy/server/maintenance`. It must not import storage or the engine.
 */
import { readFileSync } from 'node:fs'
import { nameFinder } from '@colloquy/flow'
import { Command } from 'commander'
import { addBackupCommand } from './backup.js'
import { addChatCommand } from './chat.js'
import { ClientError } from './client.js'
import { addConfirmClockCommand } from './confirm-clock.js'
import { addConfirmEmailCommand } from './confirm-email.js'
import { addDemoCommand } from './demo.js'
import { addDoctorCommand } from './doctor.js'
import { addEraseCommand } from './erase.js'
import { addLintCommand } from './lint.js'
import { addMoveCommand } from './move.js'
import { addPasswordLinkCommand } from './password-link.js'
import { addRestoreCommand } from './restore.js'
import { addStartCommand } from './start.js'
import { addTestCommand } from './test.js'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
const program = new Command('colloquy')
  .description('Start Colloquy, chat with bots of a running service, and manage an installation.')
  .version(version)
  .showHelpAfterError('Add --help to see what there is.')
addStartCommand(program)
addChatCommand(program)
addDemoCommand(program)
addLintCommand(program)
addTestCommand(program)
addBackupCommand(program)
addRestoreCommand(program)
addMoveCommand(program)
addDoctorCommand(program)
addEraseCommand(program)
addPasswordLinkCommand(program)
addConfirmEmailCommand(program)
addConfirmClockCommand(program)

const [first] = process.argv.slice(2)
const names = program.commands.map((command) => command.name())
if (first !== undefined && !first.startsWith('-') && ![...names, 'help'].includes(first)) {
  // Otherwise the default command would take it for an argument.
  const near = nameFinder(names)(first)
  program.error(`Unknown command: ${first}.${near === undefined ? '' : ` Did you mean ${near}?`}`)
}

try {
  await program.parseAsync()
} catch (error) {
  if (!(error instanceof ClientError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
