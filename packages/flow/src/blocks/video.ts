import { choice, flag, number, shownText } from '../fields/fields.js'
import { videoSource } from '../media/video-address.js'
import { defineBlock } from './define.js'
import { fileAt } from './shared.js'

/** A video that is a file, or has no address yet. */
const hasOwnCaptions = {
  option: 'url',
  unlike: (url: string) => videoSource(url).type !== 'url',
} as const

export const video = defineBlock({
  type: 'video',
  section: 'bubble',
  label: 'Video',
  icon: 'play',
  description: 'Play a video',
  keywords: 'youtube, vimeo, loom, tiktok, mp4, movie',
  content: {
    url: shownText({ label: 'Address', media: 'video', position: 'address' }),
    id: shownText({ label: 'Id', isHidden: true }),
    type: choice(['url', 'youtube', 'vimeo', 'tiktok', 'gumlet'], { label: 'Type' }),
    height: number({ label: 'Height', default: 400, shows: 'all' }),
    aspectRatio: shownText({ label: 'Aspect ratio', default: '16/9' }),
    maxWidth: shownText({ label: 'Maximum width', default: '100%' }),
    queryParamsStr: shownText({ label: 'Query parameters' }),
    captionsUrl: shownText({
      label: 'Captions',
      help: 'A WebVTT file (.vtt). Videos of YouTube and similar services bring their own captions.',
      media: 'captions',
      isExtension: true,
      shownWhen: hasOwnCaptions,
    }),
    captionsLanguage: shownText({
      label: 'Language of the captions',
      placeholder: 'en',
      isExtension: true,
      shownWhen: hasOwnCaptions,
    }),
    areControlsDisplayed: flag({ label: 'Show controls', default: true }),
    isAutoplayEnabled: flag({ label: 'Autoplay', default: true }),
  },
  needs: { 'content.url': 'Give the address of the video' },
  // A video may be identified by its id.
  isSpared: ({ content }) => Boolean(content?.id?.trim()),
  summary: ({ content }) => content?.url ?? '',
  video: ({ content }) => ({ url: content?.url, path: 'content.url' }),
  sends: ({ content }) => (content?.url && videoSource(content.url).type === 'url' ? fileAt('video', content.url) : []),
  messaging: [
    {
      kind: 'changed',
      text: 'The video is sent as a link: only files are played in the app.',
      when: ({ content }) => (content?.url ? videoSource(content.url).type : (content?.type ?? 'url')) !== 'url',
    },
  ],
})
