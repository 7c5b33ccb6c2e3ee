/**
 * The service with separate hosts: the public address at bots.localhost, chats at chats.localhost, and custom domains that all have the
 * records of every workspace that claims them. For manual tests in a browser, which resolves such names without a name server.
 */
import { provingDns } from './proving-dns.js'
import { runProgram } from './run-program.js'

const { config, address, announce } = await runProgram((of) => ({ dns: provingDns(() => of, 'bots.localhost') }))
const { port } = new URL(address)
Object.assign(config, { publicUrl: `http://bots.localhost:${port}`, chatUrl: `http://chats.localhost:${port}` })
announce()
