import { flag, shownText } from '../fields/fields.js'
import { defineBlock } from './define.js'

export const redirect = defineBlock({
  type: 'Redirect',
  section: 'logic',
  label: 'Redirect',
  icon: 'external-link',
  description: 'Open another address',
  keywords: 'url, link, open, navigate',
  changesNothing: true,
  options: {
    url: shownText({ label: 'Address', position: 'address' }),
    isNewTab: flag({ label: 'Open in a new tab', default: false }),
  },
  needs: { 'options.url': 'Give the address to open' },
  opened: ({ options }) => ({ url: options?.url, path: 'options.url' }),
  summary: ({ options }) => options?.url ?? '',
  messaging: [{ kind: 'changed', text: 'The address is sent as a link, which the visitor opens.' }],
})
