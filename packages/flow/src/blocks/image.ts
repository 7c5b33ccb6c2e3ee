import { group, shownText } from '../fields/fields.js'
import { defineBlock } from './define.js'
import { fileAt, isAnyUnshown, linkedChoice } from './shared.js'

export const image = defineBlock({
  type: 'image',
  section: 'bubble',
  label: 'Image',
  icon: 'image',
  description: 'Show a picture',
  keywords: 'picture, photo, gif, png, svg, giphy, unsplash',
  content: {
    url: shownText({ label: 'Address', media: 'image', position: 'address' }),
    clickLink: group({
      label: 'Link and alt text',
      fields: { url: shownText({ label: 'Address', position: 'address' }), alt: shownText({ label: 'Alt text' }) },
    }),
  },
  needs: { 'content.url': 'Give the address of the image' },
  summary: ({ content }) => content?.url ?? '',
  thumbnail: ({ content }) => content?.url,
  altText: ({ content }) =>
    content?.url ? { text: content.clickLink?.alt, path: 'content.clickLink.alt' } : undefined,
  sends: ({ content }) => fileAt('image', content?.url),
  messaging: [
    {
      kind: 'changed',
      text: linkedChoice,
      when: ({ content }, capabilities) => isAnyUnshown([content?.url], capabilities),
    },
  ],
})
