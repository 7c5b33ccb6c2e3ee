import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface CaughtMail {
  from: string
  to: string[]
  /** As received. */
  raw: string
  user: string | undefined
  isSecure: boolean
}

/**
 * A real mail server on the loopback address that keeps all emails. Its user is `mira`, with the given password. Uses any free port by
 * default.
 */
export async function catchMail(password: string, options: SMTPServerOptions = {}, port = 0) {
  const caught: CaughtMail[] = []
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    allowInsecureAuth: true,
    hideSTARTTLS: true,
    closeTimeout: 100,
    onAuth(auth, _session, done) {
      if (auth.username === 'mira' && auth.password === password) return done(null, { user: auth.username })
      done(new Error(`No such user: ${auth.username} ${auth.password}`))
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        caught.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('latin1'),
          user: session.user as string | undefined,
          isSecure: session.secure,
        })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  const listener = server.listen(port, '127.0.0.1')
  await once(listener, 'listening')
  return {
    port: (listener.address() as AddressInfo).port,
    caught,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

/** Credentials for such a server, with a host name that a test has to resolve to it. */
export const mailCredentials = ({ port }: { port: number }, password: string, change: object = {}) => ({
  host: 'mail.example.com',
  port,
  username: 'mira',
  password,
  from: { email: 'bot@example.com', name: 'Bot' },
  ...change,
})

/** The headers of a received email, unfolded, in order, with names in lower case. */
export function headersOf(raw: string): [name: string, value: string][] {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ')
  return head.split('\r\n').map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
}
