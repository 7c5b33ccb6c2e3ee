import type { Capabilities } from '../capabilities.js'
import { type AccountVariant, defineChannel, type SetupStep } from '../define.js'
import { confirm, download, probe, send } from './calls.js'
import { readFor } from './read.js'
import { render } from './render.js'
import { show } from './show.js'
import { challenge, isSigned } from './verify.js'

/** The differences between Messenger and Instagram. */
interface MetaChannel<Type extends string> {
  type: Type
  label: string
  icon: string
  description: string
  /** The `object` of its webhook calls. */
  object: string
  graph: { default: string; setting: string }
  accessToken: { label: string; help: string }
  accountId: { label: string }
  setup: readonly SetupStep[]
  text: Capabilities['text']
  media: Capabilities['media']
}

const maxButtons = 13

export const verifyStep = {
  text: 'It also asks for a verify token. Create one right before you save: it works once, within an hour.',
  copy: 'verify token',
} as const satisfies SetupStep

/** Defines a channel of Meta's Send API. */
export function defineMetaChannel<const Type extends string>(of: MetaChannel<Type>) {
  const accounts = [
    {
      label: of.label,
      fields: {
        accessToken: { kind: 'secret', ...of.accessToken, isRequired: true },
        accountId: { kind: 'text', ...of.accountId, isRequired: true },
        // The id of the app separates its own messages from those of people.
        appId: {
          kind: 'text',
          label: 'App ID',
          help: 'In your app at developers.facebook.com, under App settings, Basic.',
          isRequired: true,
        },
        appSecret: {
          kind: 'secret',
          label: 'App secret',
          help: 'In the same app, under App settings, Basic. Messages are taken only when they are signed with it.',
          isRequired: true,
        },
      },
      signedWith: 'appSecret',
      address: 'graph',
      setup: of.setup,
    },
  ] as const satisfies readonly AccountVariant[]
  return defineChannel({
    type: of.type,
    label: of.label,
    icon: of.icon,
    description: of.description,
    accounts,
    addresses: { graph: of.graph },
    capabilities: {
      text: of.text,
      formatting: null,
      buttons: {
        max: maxButtons,
        title: { max: 20, unit: 'characters' },
        text: { max: 640, unit: of.text.unit },
        hasImage: false,
      },
      media: of.media,
      showsTyping: true,
      editsMessages: false,
      replyWindowHours: 24,
      personReplyWindowHours: 7 * 24,
      opensWith: 'contact',
      rates: {},
    },
    summarize: ({ accountId }) => ({ provider: of.type, accountId, secretHeader: null }),
    verify: (call, { appSecret }, cryptography) => isSigned(call, appSecret, cryptography),
    challenge,
    read: (payload, data) => readFor(of.object, payload, data),
    render,
    show,
    send,
    confirm,
    download,
    probe,
  })
}
