import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

/** Runs the built command line; returns its exit code and everything that it printed. */
export async function colloquy(args: string[], env: Record<string, string> = {}) {
  const bin = fileURLToPath(new URL('../../bin/colloquy.js', import.meta.url))
  const token = 'owner-token-of-the-process-tests'
  // Variables of the test suites are not settings, and `doctor` would report them.
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('COLLOQUY_'))
  const child = spawn(process.execPath, [bin, ...args], {
    env: { ...Object.fromEntries(inherited), COLLOQUY_ADMIN_TOKEN: token, ...env },
  })
  const closed = new Promise<number>((resolve) => child.once('close', resolve))
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await closed, output: output + errors }
}
