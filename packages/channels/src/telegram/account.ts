import type { AccountVariant, DataOf, ProviderAddress } from '../define.js'

export const addresses = {
  api: { default: 'https://api.telegram.org', setting: 'COLLOQUY_TELEGRAM_URL' },
} as const satisfies Record<string, ProviderAddress>

export const accounts = [
  {
    label: 'Telegram bot',
    provider: 'telegram',
    isDefault: true,
    fields: {
      token: {
        kind: 'secret',
        label: 'Bot token',
        help: 'Open @BotFather in Telegram, send /newbot, choose a name, and paste the token from its answer.',
        placeholder: '123456789:AAE…',
        isRequired: true,
      },
      webhookSecret: { kind: 'secret', label: 'Webhook secret', isGenerated: true },
    },
    signedWith: 'webhookSecret',
    address: 'api',
    setup: [
      { text: 'Select Connect, so that Telegram sends messages of the bot here.' },
      { text: 'Write to the bot in Telegram. The status above shows when the message has arrived.' },
    ],
  },
] as const satisfies readonly AccountVariant[]

export type TelegramData = DataOf<typeof accounts>
