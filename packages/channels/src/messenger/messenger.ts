import { defineMetaChannel, verifyStep } from '../meta/define-meta-channel.js'

const maxBytes = 25 * 1_048_576

/** Conversations with a page on Facebook. */
export const messenger = defineMetaChannel({
  type: 'messenger',
  label: 'Messenger',
  icon: 'M12 2a10 9 0 0 0-7 15v5l4-2.5a10 9 0 1 0 3-17.5zM6 14l5-5 3 3 4-3-5 5-3-3z',
  description:
    'The same flow answers people who write to a page on Messenger, and its results are kept with all others.',
  object: 'page',
  graph: { default: 'https://graph.facebook.com', setting: 'COLLOQUY_MESSENGER_URL' },
  accessToken: {
    label: 'Page access token',
    help: 'In your app at developers.facebook.com, under Messenger: connect your page and generate its token.',
  },
  accountId: { label: 'Page ID' },
  setup: [
    {
      text: 'At developers.facebook.com, open your app, then Messenger, and set up the webhook. Its callback URL is:',
      copy: 'webhook URL',
    },
    verifyStep,
    {
      text: 'Add your page there, and subscribe it to messages, messaging_postbacks, message_echoes, messaging_handovers and standby.',
    },
    { text: 'Write to the page from another account. The status above shows when the message has arrived.' },
  ],
  text: { max: 2_000, unit: 'characters' },
  media: {
    image: { maxBytes, except: ['svg'] },
    video: { maxBytes },
    audio: { maxBytes },
    document: { maxBytes },
  },
})
