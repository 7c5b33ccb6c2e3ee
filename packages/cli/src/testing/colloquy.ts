import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

/** Runs the built command line; answers its exit code and all that it printed. */
export async function colloquy(args: string[], env: Record<string, string> = {}) {
  const bin = fileURLToPath(new URL('../../bin/colloquy.js', import.meta.url))
  const token = 'owner-token-of-the-process-tests'
  // Names that our suites know are no settings, which `doctor` would say.
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('COLLOQUY_'))
  const child = spawn(process.execPath, [bin, ...args], {
    env: { ...Object.fromEntries(inherited), COLLOQUY_ADMIN_TOKEN: token, ...env },
  })
  const closed = new Promise<number>((resolve) => child.once('close', resolve))
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await closed, output: output + errors }
}
