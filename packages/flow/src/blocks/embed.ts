import { flag, group, number, saveIn, shownText } from '../fields/fields.js'
import { defineBlock } from './define.js'

export const embed = defineBlock({
  type: 'embed',
  section: 'bubble',
  label: 'Embed',
  icon: 'globe',
  description: 'Show another page',
  keywords: 'iframe, page, pdf, html, map, form',
  content: {
    url: shownText({ label: 'Address', position: 'address' }),
    height: number({ label: 'Height', default: 400, shows: 'all' }),
    waitForEvent: group({
      label: 'Wait for event',
      isAdvanced: true,
      fields: {
        isEnabled: flag({ label: 'On', default: false }),
        name: shownText({ label: 'Name', shownWhen: { option: 'isEnabled', is: [true] } }),
        saveDataInVariableId: saveIn({ label: 'Save data to', shownWhen: { option: 'isEnabled', is: [true] } }),
      },
    }),
  },
  needs: { 'content.url': 'Give the address of the page to show' },
  waits: ({ content }) => content?.waitForEvent?.isEnabled === true,
  summary: ({ content }) => content?.url ?? '',
  messaging: [
    {
      kind: 'lost',
      text: 'The page is sent as a link, and nothing waits for what happens on it.',
      when: ({ content }) => content?.waitForEvent?.isEnabled === true,
    },
    {
      kind: 'changed',
      text: 'The page is sent as a link, or as a document if it is one.',
      when: ({ content }) => content?.waitForEvent?.isEnabled !== true,
    },
  ],
})
