import type { AccountVariant, DataOf } from '../define.js'

const writeFromPhone = {
  text: 'Write to the number from a phone. The status above shows when the message has arrived.',
} as const

/** The Cloud API of Meta, and a provider that accepts the same bodies at another address. */
export const accounts = [
  {
    label: 'Meta Cloud API',
    provider: 'meta',
    isDefault: true,
    fields: {
      systemUserAccessToken: {
        kind: 'secret',
        label: 'System user access token',
        help: 'In the business settings of Meta, under Users, System users: generate one for your app with the permissions whatsapp_business_messaging and whatsapp_business_management. It should never expire.',
        isRequired: true,
      },
      phoneNumberId: {
        kind: 'text',
        label: 'Phone number ID',
        help: 'In your app at developers.facebook.com, under WhatsApp, API Setup, below the number. It is not the number itself.',
        isRequired: true,
      },
      wabaId: {
        kind: 'text',
        label: 'Business account ID',
        help: 'On the same page. It is not needed to answer messages.',
      },
      appSecret: {
        kind: 'secret',
        label: 'App secret',
        help: 'In the same app, under App settings, Basic. Messages are taken only when they are signed with it.',
      },
    },
    signedWith: 'appSecret',
    address: 'meta',
    setup: [
      {
        text: 'At developers.facebook.com, open your app, then WhatsApp, Configuration, and edit the webhook. Its callback URL is:',
        copy: 'webhook URL',
      },
      {
        text: 'It also asks for a verify token. Create one right before you save: it works once, within an hour.',
        copy: 'verify token',
      },
      { text: 'Save there, then subscribe to the field messages.' },
      writeFromPhone,
    ],
  },
  {
    label: '360dialog',
    provider: '360dialog',
    fields: {
      apiKey: { kind: 'secret', label: 'API key', isRequired: true },
      webhookSecret: {
        kind: 'secret',
        label: 'Secret of the webhook',
        help: 'Choose your own, with at least 20 characters. 360dialog sends it with every message; messages without it are rejected.',
      },
    },
    signedWith: 'webhookSecret',
    address: 'dialog',
    setup: [
      { text: 'In the settings of your number at 360dialog, set the webhook URL:', copy: 'webhook URL' },
      { text: 'Add this header, with the webhook secret from your credentials:', copy: 'secret header' },
      writeFromPhone,
    ],
  },
] as const satisfies readonly AccountVariant[]

export type WhatsAppData = DataOf<typeof accounts>
