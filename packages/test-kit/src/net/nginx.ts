import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A reverse proxy that is a real nginx. */
export interface Nginx {
  /** The Unix socket at which it listens: a free port could be taken by another process meanwhile. */
  socketPath: string
  close(): Promise<void>
}

/** Starts an nginx in front of a service, with its default settings and those given, which are directives of an `http` block. */
export async function startNginx(program: string, upstream: string, settings = ''): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'colloquy-nginx-'))
  const socketPath = join(folder, 'socket')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const config = `
    daemon off; master_process off; pid ${folder}/pid; error_log stderr crit;
    events {}
    http {
      access_log off; ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
      ${settings}
      server { listen unix:${socketPath}; location / { proxy_pass ${upstream}; } }
    }`
  const file = join(folder, 'nginx.conf')
  await writeFile(file, config)
  const child = spawn(program, ['-p', folder, '-e', 'stderr', '-c', file], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const ended = once(child, 'close')
  while (!(await isListening(socketPath))) {
    if (child.exitCode === null) continue
    throw new Error(`nginx ended with code ${child.exitCode}: ${said}`)
  }
  return {
    socketPath,
    async close() {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true })
    },
  }
}

const isListening = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => setTimeout(resolve, 10, false))
  })
