import { defineBlock } from './define.js'
import { retried } from './shared.js'

export const urlInput = defineBlock({
  type: 'url input',
  section: 'input',
  label: 'Website',
  icon: 'link',
  description: 'Ask for a web address',
  keywords: 'url, link, address, domain',
  asks: 'url',
  example: 'https://example.com',
  options: retried('Type a web address…'),
})
