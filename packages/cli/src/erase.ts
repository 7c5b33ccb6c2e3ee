import type { Command } from 'commander'
import { type ConnectionOptions, connect, withConnectionOptions } from './connection.js'

interface EraseOptions extends ConnectionOptions {
  workspace: string
}

/** `colloquy erase`: deletes all results of a person, in all bots of a workspace. */
export function addEraseCommand(program: Command): void {
  withConnectionOptions(program.command('erase'))
    .description('Delete for good every result that holds a value, such as the email address of a person.')
    .argument('<value>', 'an answer or the value of a variable, whole')
    .requiredOption('--workspace <id>', 'the workspace to look in')
    .action(erase)
}

async function erase(value: string, options: EraseOptions): Promise<void> {
  const { erased } = await connect(options).api.eraseResults({ workspaceId: options.workspace, value })
  console.log(
    `${erased === 1 ? '1 result was' : `${erased} results were`} deleted, with conversations and uploads. Earlier backups still contain them.`,
  )
}
