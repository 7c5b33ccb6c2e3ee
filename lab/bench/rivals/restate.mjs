/**
 * The conversation on Restate: a session is a virtual object, whose handler keeps its state and its answers. Visitors ask Restate's own
 * server, which calls this process; `/ready` of this process tells its address. Settings: RESTATE_DATA (a folder), HOST, PORT.
 */
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { object, serve } from '@restatedev/restate-sdk'
import { begin, proceed } from './conversation.mjs'

const { RESTATE_DATA, HOST, PORT } = process.env

// Their SDK is written for Node.js 22.
Promise.withResolvers ??= () => {
  const settle = {}
  const promise = new Promise((resolve, reject) => Object.assign(settle, { resolve, reject }))
  return { promise, ...settle }
}

const conversation = object({
  name: 'conversation',
  handlers: {
    async start(context) {
      const { state, answer } = begin()
      context.set('state', state)
      return { sessionId: context.key, ...answer }
    },
    async reply(context, { message }) {
      const { state, answer } = proceed(await context.get('state'), message)
      context.set('state', state)
      context.set(`answer ${state.at}`, message)
      return answer
    },
  },
})

const [servicePort, adminPort, nodePort, ingressPort] = await freePorts(4)
await serve({ services: [conversation], port: servicePort })

const program = createRequire(import.meta.url).resolve(
  `@restatedev/restate-server-${process.platform}-${process.arch}/bin/restate-server`,
)
const server = spawn(program, [], {
  stdio: 'inherit',
  env: {
    ...process.env,
    RESTATE_BASE_DIR: RESTATE_DATA,
    RESTATE_DISABLE_TELEMETRY: 'true',
    RESTATE_LISTEN_MODE: 'tcp',
    RESTATE_BIND_ADDRESS: `${HOST}:${nodePort}`,
    RESTATE_ADVERTISED_ADDRESS: `http://${HOST}:${nodePort}/`,
    RESTATE_ADMIN__BIND_ADDRESS: `${HOST}:${adminPort}`,
    RESTATE_INGRESS__BIND_ADDRESS: `${HOST}:${ingressPort}`,
    RUST_LOG: 'error',
  },
})
server.once('exit', (code) => process.exit(code ?? 1))
process.once('SIGTERM', () => server.kill('SIGTERM'))

while (!(await isRegistered())) await new Promise((resolve) => setTimeout(resolve, 100))

const ready = createServer((_, response) => response.end(JSON.stringify({ url: `http://${HOST}:${ingressPort}` })))
ready.listen(Number(PORT), HOST)

async function isRegistered() {
  try {
    const response = await fetch(`http://${HOST}:${adminPort}/deployments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ uri: `http://${HOST}:${servicePort}` }),
    })
    return response.ok
  } catch {
    return false
  }
}

/** Held together until all are known, so that they differ. */
async function freePorts(count) {
  const probes = await Promise.all(
    Array.from({ length: count }, () => {
      const probe = createServer()
      return new Promise((resolve) => probe.listen(0, '127.0.0.1', () => resolve(probe)))
    }),
  )
  const ports = probes.map((probe) => probe.address().port)
  await Promise.all(probes.map((probe) => new Promise((resolve) => probe.close(resolve))))
  return ports
}
