import type { Command } from 'commander'

/** `colloquy start`, and `colloquy` alone: runs the service in the current folder, like `npm start` in a clone. */
export function addStartCommand(program: Command): void {
  program
    .command('start', { isDefault: true })
    .description('start the service (the default), with its data in ./data unless COLLOQUY_DATA says otherwise')
    .option(
      '--demo',
      'with stand-ins for models and other services, and bots that use them; its data is deleted at the end',
    )
    .action(async ({ demo = false }: { demo?: boolean }) => {
      if (demo) return (await import('./demo/start-demo.js')).startDemo()
      // No other command needs the service in its process.
      const { start } = await import('@colloquy/server')
      await start()
    })
}
