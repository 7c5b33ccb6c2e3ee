import { instanceOwner } from '../shares/owner.js'
import { openTestMail } from './limited-ports.js'

/** Sends one email to a port of this machine and prints the outcome: a separate process can trust its own certificate. */
const [port, host, isTls] = process.argv.slice(2) as [string, string, string]
const outcome = await openTestMail({ checkAddress: async () => ({ kind: 'address', address: '127.0.0.1' }) }).send(
  { owner: instanceOwner, from: { address: 'bot@example.com' }, to: ['a@example.com'], subject: 'Hello', text: 'Hi' },
  { host, port: Number(port), isTls: isTls === 'tls', isTrusted: false },
)
process.stdout.write(JSON.stringify(outcome))
