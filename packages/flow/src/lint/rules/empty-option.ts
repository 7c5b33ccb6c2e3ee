import type { Block, BlockType } from '../../blocks-schema/block.js'
import { isObject } from '../../json.js'
import type { Rule } from '../rule.js'

export const emptyOption: Rule = {
  id: 'empty-option',
  severity: 'warning',
  summary: 'A block lacks what it needs to do anything: an address, a recipient, a variable, a group',
  *find({ blocks }) {
    for (const { block, place } of blocks) {
      for (const [path, message] of Object.entries(needs[block.type as BlockType] ?? {})) {
        if (!isEmpty(valueAt(block, path)) || isExcused(block, path)) continue
        yield {
          place: { ...place, path: `${place.path}.${path}` },
          message: `${message}: without it this block does nothing.`,
        }
      }
    }
  },
}

const request = { 'options.webhook.url': 'Give the address to call' }
const service = { 'options.action': 'Choose what this service is to do' }

/** What each type of block cannot do without, by its path in the block, and what to do about it. */
export const needs: { readonly [T in BlockType]?: Readonly<Record<string, string>> } = {
  image: { 'content.url': 'Give the address of the image' },
  video: { 'content.url': 'Give the address of the video' },
  audio: { 'content.url': 'Give the address of the recording' },
  embed: { 'content.url': 'Give the address of the page to show' },
  'payment input': { 'options.amount': 'Give the amount to be paid' },
  'Set variable': { 'options.variableId': 'Choose the variable to set' },
  Redirect: { 'options.url': 'Give the address to open' },
  Code: { 'options.content': 'Write the script to run' },
  'Bot link': { 'options.botId': 'Choose the bot to run' },
  Wait: { 'options.secondsToWaitFor': 'Give the seconds to wait' },
  Jump: { 'options.groupId': 'Choose the group to go to' },
  Webhook: request,
  Zapier: request,
  'Make.com': request,
  Pabbly: request,
  Email: { 'options.recipients': 'Name a recipient' },
  'Google Sheets': {
    'options.action': 'Choose what to do with the sheet',
    'options.spreadsheetId': 'Choose the spreadsheet',
    'options.sheetId': 'Choose the sheet',
  },
  'Google Analytics': { 'options.trackingId': 'Give the tracking id' },
  Pixel: { 'options.pixelId': 'Give the id of the pixel' },
  Chatwoot: { 'options.websiteToken': 'Give the token of the website' },
  OpenAI: { 'options.task': 'Choose what this service is to do' },
  openai: service,
  anthropic: service,
  mistral: service,
  groq: service,
  'together-ai': service,
  'open-router': service,
  perplexity: service,
  deepseek: service,
  'dify-ai': service,
  elevenlabs: service,
  'chat-node': service,
  'cal-com': service,
  'qr-code': service,
  nocodb: service,
  posthog: service,
  segment: service,
  zendesk: service,
  gmail: service,
  blink: service,
}

/** Not needed after all: a video may be known by its id, and a chat window is closed without a token. */
const isExcused = (block: Block, path: string): boolean => {
  if (block.type === 'video') return !isEmpty(block.content?.id)
  if (block.type === 'Google Sheets') return path !== 'options.action' && isEmpty(block.options?.action)
  return block.type === 'Chatwoot' && block.options?.task === 'Close widget'
}

const valueAt = (block: Block, path: string): unknown => {
  let value: unknown = block
  for (const key of path.split('.')) value = isObject(value) ? value[key] : undefined
  return value
}

const isEmpty = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.every(isEmpty)
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}
