import { choice, flag, number, shownText } from '../integrations/fields.js'
import { defineBlock } from './define.js'

export const video = defineBlock({
  type: 'video',
  section: 'bubble',
  label: 'Video',
  icon: 'play',
  description: 'Play a video',
  keywords: 'youtube, vimeo, loom, tiktok, mp4, movie',
  content: {
    url: shownText({ label: 'Address', media: 'video' }),
    id: shownText({ label: 'Id', isHidden: true }),
    type: choice(['url', 'youtube', 'vimeo', 'tiktok', 'gumlet'], { label: 'Type' }),
    height: number({ label: 'Height', default: 400, shows: 'all' }),
    aspectRatio: shownText({ label: 'Aspect ratio', default: '16/9' }),
    maxWidth: shownText({ label: 'Maximum width', default: '100%' }),
    queryParamsStr: shownText({ label: 'Query parameters' }),
    areControlsDisplayed: flag({ label: 'Show controls', default: true }),
    isAutoplayEnabled: flag({ label: 'Autoplay', default: true }),
  },
  needs: { 'content.url': 'Give the address of the video' },
  // A video may be identified by its id.
  isSpared: ({ content }) => Boolean(content?.id?.trim()),
  summary: ({ content }) => content?.url ?? '',
  messaging: [
    {
      kind: 'changed',
      text: 'The video is sent as a link: only files are played in the app.',
      when: ({ content }) => content?.type !== undefined && content.type !== 'url',
    },
  ],
})
