import type { BlockType } from '@colloquy/flow'

/** Values of options as a tree; where one is not set, this is what the engine and the widget take. */
export type Defaults = { readonly [key: string]: string | number | boolean | readonly string[] | Defaults }

const send = { button: 'Send' }
const kept = { isEnabled: false, visibility: 'Auto' }
const call = { webhook: { method: 'POST' }, isCustomBody: false, isExecutedOnClient: false, timeout: 10 }

/** By type of block. The texts stand for those of the chat's own language, which it shows in place of these. */
const defaults: Partial<Record<BlockType, Defaults>> = {
  video: { areControlsDisplayed: true, isAutoplayEnabled: true, height: 400, aspectRatio: '16/9', maxWidth: '100%' },
  audio: { isAutoplayEnabled: true },
  embed: { height: 400, waitForEvent: { isEnabled: false } },
  'text input': {
    labels: { placeholder: 'Type your answer…', ...send },
    isLong: false,
    audioClip: kept,
    attachments: kept,
  },
  'number input': { labels: { placeholder: 'Type a number…', ...send }, style: 'decimal' },
  'email input': { labels: { placeholder: 'Type your email address…', ...send } },
  'url input': { labels: { placeholder: 'Type a web address…', ...send } },
  'phone number input': { labels: { placeholder: 'Type your phone number…', ...send } },
  'date input': {
    labels: { ...send, from: 'From', to: 'To', separator: 'to' },
    hasTime: false,
    isRange: false,
    format: 'dd/MM/yyyy',
  },
  'time input': { labels: send, format: 'HH:mm' },
  'payment input': { provider: 'Stripe', currency: 'USD', labels: { button: 'Pay', success: 'Paid' } },
  'rating input': {
    buttonType: 'Numbers',
    length: 10,
    startsAt: 0,
    labels: send,
    customIcon: { isEnabled: false },
    isOneClickSubmitEnabled: false,
  },
  'file input': {
    isRequired: true,
    isMultipleAllowed: false,
    visibility: 'Auto',
    allowedFileTypes: { isEnabled: false },
  },
  'choice input': {
    isMultipleChoice: false,
    buttonLabel: 'Send',
    isSearchable: false,
    areInitialSearchButtonsVisible: true,
  },
  'picture choice input': {
    isMultipleChoice: false,
    buttonLabel: 'Send',
    isSearchable: false,
    dynamicItems: { isEnabled: false },
  },
  Redirect: { isNewTab: false },
  Code: { name: 'Script', isExecutedOnClient: true },
  'Bot link': { mergeResults: false },
  Wait: { shouldPause: false },
  'AB test': { aPercent: 50 },
  Webhook: call,
  Zapier: { ...call, timeout: 120 },
  'Make.com': { ...call, timeout: 120 },
  Pabbly: { ...call, timeout: 120 },
  Email: { credentialsId: 'default', isCustomBody: false, isBodyCode: false },
  'Google Sheets': { totalRowsToExtract: 'All' },
  Pixel: { isInitSkip: false },
  Chatwoot: { task: 'Show widget', baseUrl: 'https://app.chatwoot.com' },
  'cal-com': { baseUrl: 'https://app.cal.com', layout: 'Month' },
  nocodb: { returnType: 'All' },
}

export const defaultsOf = (type: string): Defaults => defaults[type as BlockType] ?? {}
