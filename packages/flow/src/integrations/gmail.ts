import { choice, list, readFrom, rows, saveIn, text } from '../fields/fields.js'
import { get, type Json, post } from './calls.js'
import { type ActionContext, action, defineCredentials, defineIntegration } from './define.js'
import { google, googleApiSetting, googleScopes } from './oauth.js'
import { itemsFrom, listAt, textAt } from './read.js'

const user = ['gmail', 'v1', 'users', 'me'] as const

export const gmail = defineIntegration({
  type: 'gmail',
  label: 'Gmail',
  icon: 'mail',
  logo: 'gmail',
  description: 'Send an email',
  keywords: 'mail, google',
  credentials: defineCredentials({
    fields: {},
    address: 'https://gmail.googleapis.com',
    addressSetting: googleApiSetting,
    auth: {
      kind: 'oauth',
      provider: google,
      scopes: googleScopes('gmail.modify', 'userinfo.profile', 'userinfo.email'),
      names: { accessToken: 'accessToken', refreshToken: 'refreshToken', expiresAt: 'expiryDate' },
      clientSettings: { id: 'GMAIL_CLIENT_ID', secret: 'GMAIL_CLIENT_SECRET' },
    },
  }),
  actions: {
    'Send email': action({
      lists: {
        labels: {
          call: () => get([...user, 'labels']),
          read: (body) =>
            itemsFrom(
              listAt(body, 'labels').filter((label) => textAt(label, 'type') === 'user'),
              'id',
              'name',
            ),
        },
      },
      options: {
        to: text({ label: 'To', help: 'Several addresses are separated by commas.', isRequired: true }),
        subject: text({ label: 'Subject' }),
        body: text({ label: 'Text', isLong: true }),
        label: list({ label: 'Label', list: 'labels' }),
        from: text({
          label: 'From',
          help: 'A name to send as, or another address of the account. Default: the account.',
        }),
        threadId: text({ label: 'Thread ID', help: 'Answers in a thread of an earlier email.' }),
        replyTo: text({ label: 'Reply to', shownWhen: { option: 'threadId', is: [undefined, ''] } }),
        attachments: readFrom({ label: 'Attachments' }),
        responseMapping: rows({
          label: 'Save from the response',
          fields: {
            item: choice(['Thread ID'], { label: 'Value', default: 'Message ID' }),
            variableId: saveIn({ label: 'Save in', isRequired: true }),
          },
        }),
      },
      *run({ to, subject = '', body = '', label, from, threadId, replyTo, attachments, responseMapping }, context) {
        const sender = yield* senderOf(from, context)
        if (!sender) return
        const sent = yield* context.call(
          post([...user, 'messages', 'send'], {
            json: threadId === undefined ? {} : { threadId },
            mail: {
              field: 'raw',
              from: sender,
              to: addressesIn(to),
              ...(replyTo !== undefined && { replyTo }),
              subject,
              text: body,
              attachments: urlsIn(context.value(attachments)),
            },
            seconds: 60,
          }),
        )
        if (!sent) return
        const id = textAt(sent.body, 'id')
        for (const { item, variableId } of responseMapping ?? [])
          context.save(variableId, item === 'Thread ID' ? textAt(sent.body, 'threadId') : id)
        const json: Json = { addLabelIds: [label ?? ''] }
        if (label !== undefined && id !== undefined)
          yield* context.call(post([...user, 'messages', id, 'modify'], { json }))
      },
    }),
  },
})

interface Sender {
  name?: string
  address: string
}

/** Sender of an email: the given address, or else the address of the account, with a name. */
function* senderOf<E, N>(from: string | undefined, context: ActionContext<E, N>): Generator<E, Sender | undefined, N> {
  if (from?.includes('@')) {
    const [, before = '', address] = /^([^<>]*)<([^<>]+)>$/.exec(from.trim()) ?? []
    const name = before.replaceAll('"', '').trim()
    return address === undefined ? { address: from.trim() } : { address, ...(name && { name }) }
  }
  const account = yield* context.call({ ...google.account.call, freshSeconds: 60 })
  if (!account) return undefined
  const address = google.account.name(account.body)
  if (address === undefined) {
    context.fail('the account has no email address.')
    return undefined
  }
  const name = from ?? textAt(account.body, 'name')
  return { address, ...(name !== undefined && { name }) }
}

const addressesIn = (text: string): string[] => text.split(/[,;\n]/).flatMap((address) => address.trim() || [])

/** The addresses of files in the value of a variable. */
function urlsIn(value: ReturnType<ActionContext<never, never>['value']>): string[] {
  const texts = Array.isArray(value) ? value : String(value ?? '').split(/,\s*(?=https?:\/\/)/)
  return texts.flatMap((text) => text?.trim() || [])
}
