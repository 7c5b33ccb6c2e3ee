import type { Command } from 'commander'

/** `colloquy start`, and `colloquy` alone: runs the service in the current folder, as `npm start` does in a clone. */
export function addStartCommand(program: Command): void {
  program
    .command('start', { isDefault: true })
    .description('start the service (the default), with its data in ./data unless COLLOQUY_DATA says otherwise')
    .action(async () => {
      // No other command needs the service in its process.
      const { start } = await import('@colloquy/server')
      await start()
    })
}
