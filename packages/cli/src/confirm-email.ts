import type { Command } from 'commander'
import { type ConnectionOptions, connect, withConnectionOptions } from './connection.js'

/** `colloquy confirm-email`: an instance admin confirms an address if no email can verify its owner. */
export function addConfirmEmailCommand(program: Command): void {
  withConnectionOptions(program.command('confirm-email'))
    .description('Confirm that an email address belongs to the account that signs in with it. Needs an instance admin.')
    .argument('<email>', 'the address to confirm')
    .action(confirmEmail)
}

async function confirmEmail(email: string, options: ConnectionOptions): Promise<void> {
  await connect(options).api.verifyEmail({ email })
  console.log(`Confirmed ${email}.`)
}
