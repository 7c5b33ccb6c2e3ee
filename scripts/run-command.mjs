/** Runs a program and keeps its output. Only Node's own modules: it runs before anything is installed. */
import { spawn } from 'node:child_process'
import { root } from './root.mjs'

/**
 * Resolves to `{ code, output, stdout }` when the program ends, and never rejects: a program that cannot be started has code 127.
 * With `show`, the output also goes to this terminal as it comes.
 */
export function runCommand(command, args, { show = false, env = process.env } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let stdout = ''
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text
      output += text
      if (show) process.stdout.write(text)
    })
    child.stderr.setEncoding('utf8').on('data', (text) => {
      output += text
      if (show) process.stderr.write(text)
    })
    child.on('error', (error) => resolve({ code: 127, output: `${output}${command}: ${error.message}\n`, stdout }))
    child.on('close', (code, signal) =>
      resolve({ code: code ?? 1, output: signal ? `${output}${command} was ended by ${signal}\n` : output, stdout }),
    )
  })
}

/** Runs a JavaScript tool of `node_modules` with this same Node.js. */
export const runTool = (path, args, options) => runCommand(process.execPath, [`node_modules/${path}`, ...args], options)
