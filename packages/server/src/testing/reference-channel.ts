import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ChannelPort, defineChannel, outcomeOf, plainSpans } from '@colloquy/channels'
import { newId } from '../ids.js'
import { seal } from '../vault/cipher.js'
import { findKeys } from '../vault/find-keys.js'
import type { TestService } from './test-service.js'

export const referenceSecret = 'secret-of-the-reference-channel'

/**
 * A channel that exists in tests only, with other habits than any app: contacts have ids and no numbers, texts are counted in bytes, there
 * are no buttons, no marks and no files, and a signature covers a time.
 */
export function referenceChannel(url: string) {
  return defineChannel({
    type: 'reference',
    label: 'Reference',
    icon: 'M0 0h24v24H0z',
    description: 'A channel of the tests.',
    accounts: [
      {
        label: 'Reference',
        fields: {
          token: { kind: 'secret', label: 'Token', isRequired: true },
          secret: { kind: 'secret', label: 'Secret', isRequired: true },
        },
        signedWith: 'secret',
        address: 'api',
        setup: [{ text: 'Set the address of the webhook.', copy: 'webhook URL' }],
      },
    ],
    addresses: { api: { default: url, setting: 'COLLOQUY_REFERENCE_URL' } },
    capabilities: {
      text: { max: 60, unit: 'bytes' },
      formatting: null,
      media: {},
      showsTyping: false,
      editsMessages: false,
      opensWith: 'contact',
      rates: {},
    },
    summarize: () => ({ provider: 'reference', accountId: null, secretHeader: null }),
    verify({ headers, body }, { secret }, { hmac, isEqual }) {
      const [time, signature] = String(headers['x-reference-signature']).split(':')
      const signed = new Uint8Array([...new TextEncoder().encode(`${time}.`), ...body])
      return isEqual(signature ?? '', hmac('sha256', secret, signed))
    },
    read(payload) {
      const { event_id: id, from, text } = payload as Record<string, string | undefined>
      if (id === undefined || from === undefined) return { path: 'event_id', problem: 'required' }
      if (text === undefined) return [{ kind: 'other', name: 'presence' }]
      const contact = { name: `Name of ${from}`, phoneNumber: '' }
      const message = { id, sender: from, userId: from, contact, sentAt: 0, content: { kind: 'text', text } } as const
      return [{ kind: 'message', message }]
    },
    render: (message, to) => ({ to, text: message.type === 'text' ? message.text : message.type }),
    show: (payload) => plainSpans((payload as { text: string }).text),
    async send({ data, addresses }, payload, port) {
      return outcomeOf(
        await port.call({
          url: `${addresses.api}/send`,
          method: 'POST',
          headers: [['Content-Type', 'application/json']],
          secretHeaders: secretHeadersOf(data.token, addresses.api, port),
          body: JSON.stringify(payload),
        }),
      )
    },
    async confirm({ data, addresses }, { id, sender }, port) {
      await port.call({
        url: `${addresses.api}/read`,
        method: 'POST',
        secretHeaders: secretHeadersOf(data.token, addresses.api, port),
        body: JSON.stringify({ id, sender }),
      })
    },
    download: async () => ({ kind: 'never', reason: 'This channel has no files.' }),
  })
}

const secretHeadersOf = (token: string, api = '', port: ChannelPort) => ({
  headers: [['X-Token', token]] as const,
  hosts: [port.readUrl(api)?.host ?? ''],
})

/** Stands in for the provider of the reference channel: keeps what it is asked to send, and what was read. */
export async function openReferenceProvider() {
  const sent: { to: string; text: string; token: string | undefined }[] = []
  const confirmed: { id: string; sender: string }[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    if (request.url === '/read') confirmed.push(JSON.parse(body))
    else sent.push({ ...JSON.parse(body), token: request.headers['x-token'] })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    confirmed,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** Stores an account of the reference channel, whose type of credentials only this service knows. */
export async function addReferenceAccount({ storage, config, workspaceId }: TestService): Promise<string> {
  const { current } = await findKeys(config, storage.credentials)
  const owner = { workspaceId, id: newId(), type: 'reference' }
  const data = { token: 'planted-reference-token', secret: referenceSecret }
  const ciphertext = seal(current, owner, JSON.stringify({ data, allowedHosts: [] }))
  const shown = {
    name: 'Reference',
    lastFour: null,
    allowedHosts: '[]',
    needsSignIn: false,
    createdAt: 1,
    updatedAt: 1,
  }
  await storage.credentials.create({ ...owner, ...shown, keyId: current.id, ciphertext })
  return owner.id
}

/** Signs a call as the provider does. */
export function referenceCall(payload: object) {
  const body = JSON.stringify(payload)
  const signature = createHmac('sha256', referenceSecret).update(`7.${body}`).digest('hex')
  return { body, headers: { authorization: '', 'x-reference-signature': `7:${signature}` } }
}
