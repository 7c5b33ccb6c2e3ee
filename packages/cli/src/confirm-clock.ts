import type { Command } from 'commander'
import { type ConnectionOptions, connect, withConnectionOptions } from './connection.js'

/** `colloquy confirm-clock`: an instance admin confirms the clock of the service after it has jumped ahead. */
export function addConfirmClockCommand(program: Command): void {
  withConnectionOptions(program.command('confirm-clock'))
    .description(
      'Confirm that the clock of the service is right, so that it deletes old results again. Needs an instance admin.',
    )
    .argument('<date>', 'the present day, such as 2026-11-22')
    .action(confirmClock)
}

async function confirmClock(date: string, options: ConnectionOptions): Promise<void> {
  await connect(options).api.confirmClock({ date })
  console.log('Confirmed. Old results are deleted again within the hour.')
}
