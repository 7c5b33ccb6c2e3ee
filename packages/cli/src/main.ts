/**
 * The terminal's side of Colloquy: talks to a running service over HTTP, like any other client.
 * It must not reach into storage or the engine.
 */
import { Command } from 'commander'
import { addChatCommand } from './chat.js'
import { ClientError } from './client.js'
import { addDemoCommand } from './demo.js'
import { addLintCommand } from './lint.js'

const program = new Command('colloquy').description('Talk to the bots of a running Colloquy service.')
addChatCommand(program)
addDemoCommand(program)
addLintCommand(program)

try {
  await program.parseAsync()
} catch (error) {
  if (!(error instanceof ClientError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
