import { defineMetaChannel, verifyStep } from '../meta/define-meta-channel.js'

const megabyte = 1_048_576

/** Direct messages to a professional account on Instagram. */
export const instagram = defineMetaChannel({
  type: 'instagram',
  label: 'Instagram',
  icon: 'M3 3h18v18H3zm2 2v14h14V5zm7 3a4 4 0 1 1 0 8a4 4 0 0 1 0-8zm4-2h2v2h-2z',
  description:
    'The same flow answers direct messages to an account on Instagram, and its results are kept with all others.',
  object: 'instagram',
  graph: { default: 'https://graph.instagram.com', setting: 'COLLOQUY_INSTAGRAM_URL' },
  accessToken: {
    label: 'Instagram access token',
    help: 'In your app at developers.facebook.com, under Instagram, API setup: add your account and generate its token. It is valid for 60 days: generate another one before.',
  },
  accountId: { label: 'Instagram account ID' },
  setup: [
    {
      text: 'At developers.facebook.com, open your app, then Instagram, and set up the webhook. Its callback URL is:',
      copy: 'webhook URL',
    },
    verifyStep,
    {
      text: 'Subscribe your account there to messages, messaging_postbacks, message_echoes, messaging_handover and standby.',
    },
    { text: 'Write to the account from another one. The status above shows when the message has arrived.' },
  ],
  text: { max: 1_000, unit: 'bytes' },
  media: {
    image: { maxBytes: 8 * megabyte, except: ['svg'] },
    video: { maxBytes: 25 * megabyte },
    audio: { maxBytes: 25 * megabyte },
  },
})
