import { flag, shownText } from '../fields/fields.js'
import { defineBlock } from './define.js'
import { fileAt } from './shared.js'

export const audio = defineBlock({
  type: 'audio',
  section: 'bubble',
  label: 'Audio',
  icon: 'volume',
  description: 'Play a sound',
  keywords: 'sound, mp3, voice, music, podcast',
  content: {
    url: shownText({ label: 'Address', media: 'audio', position: 'address' }),
    transcript: shownText({
      label: 'Transcript',
      help: 'The spoken words, for visitors who cannot listen. They open them below the player.',
      isLong: true,
      isExtension: true,
    }),
    isAutoplayEnabled: flag({ label: 'Autoplay', default: true }),
  },
  needs: { 'content.url': 'Give the address of the recording' },
  summary: ({ content }) => content?.url ?? '',
  sends: ({ content }) => fileAt('audio', content?.url),
})
