import type { Command } from 'commander'
import { type ConnectionOptions, connect, withConnectionOptions } from './connection.js'

/** `colloquy password-link`: for a user who forgot their password and cannot receive an email. */
export function addPasswordLinkCommand(program: Command): void {
  withConnectionOptions(program.command('password-link'))
    .description('Print a link by which somebody sets a new password, once, within an hour.')
    .argument('<email>', 'the address that they sign in with')
    .action(passwordLink)
}

async function passwordLink(email: string, options: ConnectionOptions): Promise<void> {
  const { link } = await connect(options).api.createPasswordLink({ email })
  console.log(link ?? `A link was sent to ${email}: only instance admins get to see it.`)
}
