/** Runs a program and keeps its output. Only Node's own modules: it runs before anything is installed. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { root } from './root.mjs'

/**
 * Resolves to `{ code, output, stdout }` when the program ends, and never rejects: a program that cannot be started has code 127. `output` has
 * the standard error after the standard output.
 */
export async function runCommand(command, args, { env = process.env } = {}) {
  const run = promisify(execFile)(command, args, { cwd: root, env, maxBuffer: Number.POSITIVE_INFINITY })
  // Nobody answers a program that asks.
  run.child.stdin.end()
  const {
    code = 1,
    signal,
    stdout,
    stderr,
  } = await run.then((ended) => ({ code: 0, ...ended })).catch((error) => error)
  if (typeof code === 'string') return { code: 127, output: `${command} cannot be started: ${code}\n`, stdout: '' }
  return { code: code ?? 1, output: `${stdout}${stderr}${signal ? `${command} was ended by ${signal}\n` : ''}`, stdout }
}

/** Runs a JavaScript tool of `node_modules` with this same Node.js. */
export const runTool = (path, args, options) => runCommand(process.execPath, [`node_modules/${path}`, ...args], options)
