import { text } from '../fields/fields.js'
import { action, defineCredentials, defineIntegration } from './define.js'

export const zendesk = defineIntegration({
  type: 'zendesk',
  label: 'Zendesk',
  icon: 'message-circle',
  logo: 'zendesk',
  description: 'Hand over to people',
  keywords: 'support, ticket, live chat',
  credentials: defineCredentials({
    fields: {
      conversationsKeyId: {
        kind: 'text',
        label: 'Key ID',
        help: 'In the admin centre, under Messaging, End user authentication.',
        isRequired: true,
      },
      conversationsSecretKey: { kind: 'secret', label: 'Secret key', isRequired: true },
    },
    address: '',
    auth: { kind: 'signature', keyId: 'conversationsKeyId', secret: 'conversationsSecretKey' },
    isOptional: true,
  }),
  actions: {
    'Open Web Widget': action({
      options: {
        userId: text({
          label: 'User ID',
          help: 'Signs the visitor in, with the account. Leave it empty for anonymous visitors.',
        }),
        name: text({ label: 'Name' }),
        email: text({ label: 'Email address' }),
        webWidgetKey: text({
          label: 'Web widget key',
          help: 'In the admin centre, in the installation of the widget.',
          isRequired: true,
        }),
      },
      messaging: { kind: 'lost', text: 'The chat window of Zendesk opens on web pages only.' },
      *run({ userId, name, email, webWidgetKey }, { sign, runInPage }) {
        const known = email === undefined ? {} : { email, email_verified: 'true' }
        const claims = { scope: 'user', external_id: userId, name, ...known }
        const token = userId === undefined ? undefined : yield* sign(claims, 3_600)
        runInPage({
          content: openWidget,
          args: { isAuthEnabled: String(token !== undefined), token, key: webWidgetKey },
        })
      },
    }),
  },
})

/** Loads the snippet once per page, signs the visitor in if there is a token, and opens the window. */
const openWidget = `
const open = () => {
  if (isAuthEnabled === 'true') window.zE('messenger', 'loginUser', (callback) => callback(token))
  window.zE('messenger', 'open')
}
if (window.zE) open()
else {
  let snippet = document.getElementById('ze-snippet')
  if (!snippet) {
    snippet = document.createElement('script')
    snippet.id = 'ze-snippet'
    snippet.async = true
    snippet.src = 'https://static.zdassets.com/ekr/snippet.js?key=' + encodeURIComponent(key)
    document.head.appendChild(snippet)
  }
  snippet.addEventListener('load', open, { once: true })
}
return 'The Zendesk widget was opened'`
