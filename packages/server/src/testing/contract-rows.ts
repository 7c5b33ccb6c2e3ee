import { expect } from 'vitest'
import { group, textBubble } from './chat-client.js'

/** Expected type or value of a row. */
export type Kind = 'string' | 'number' | 'boolean' | 'array' | 'object' | { readonly is: unknown }
export const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

function valuesAt(value: unknown, path: string): unknown[] {
  let found = [value]
  for (const key of path.split('.').filter(Boolean)) {
    found = found.flatMap((one) => {
      if (key === '[]') return Array.isArray(one) ? one : []
      return one !== null && typeof one === 'object' && key in one ? [(one as Record<string, unknown>)[key]] : []
    })
  }
  return found
}

function isOf(kind: Kind, value: unknown): boolean {
  if (typeof kind === 'object') return JSON.stringify(value) === JSON.stringify(kind.is)
  if (kind === 'array') return Array.isArray(value)
  if (kind === 'object') return value !== null && typeof value === 'object' && !Array.isArray(value)
  return typeof value === kind
}

/** Fails with the rows that no value matches. A path goes through objects by keys and through lists by `[]`. */
export function expectRows(answer: unknown, rows: Record<string, Kind>): void {
  const missing = Object.entries(rows).filter(([path, kind]) => !valuesAt(answer, path).some((one) => isOf(kind, one)))
  expect(missing).toEqual([])
}

/** A bot that uses every field: its theme, its settings, its flow. */
export const at = { x: 1, y: 2 }
const colours = { backgroundColor: '#fff', color: '#000' }
const avatar = { isEnabled: true, url: 'https://a.example/a.png' }
export const theme = {
  general: {
    font: 'Inter',
    background: { type: 'Color', content: '#fff' },
    progressBar: { isEnabled: true, ...colours, placement: 'Top', thickness: 4, position: 'fixed' },
  },
  chat: {
    hostAvatar: { ...avatar, url: '{{Picture}}' },
    guestAvatar: { ...avatar, url: '{{Picture}}' },
    hostBubbles: colours,
    guestBubbles: colours,
    buttons: colours,
    inputs: { ...colours, placeholderColor: '#999' },
    roundness: 'none',
  },
  customCss: '.a{b:c}',
}
export const settings = {
  general: {
    isBrandingEnabled: false,
    isTypingEmulationEnabled: true,
    isInputPrefillEnabled: true,
    isHideQueryParamsEnabled: true,
    isNewResultOnRefreshEnabled: true,
    rememberUser: { isEnabled: true, storage: 'session' },
  },
  typingEmulation: {
    enabled: true,
    speed: 400,
    maxDelay: 3,
    delayBetweenBubbles: 0.5,
    isDisabledOnFirstMessage: true,
  },
  metadata: {
    title: 'T',
    description: 'D',
    imageUrl: 'https://a.example/i.png',
    favIconUrl: 'https://a.example/f.ico',
    customHeadCode: '<meta name="a">',
    tagManagerId: 'GTM-1',
  },
  messaging: {
    isEnabled: true,
    startCondition: {
      logicalOperator: 'OR',
      comparisons: [{ id: 'c', comparisonOperator: 'Equal to', value: 'hi' }],
    },
    sessionExpiryTimeout: 1.5,
    quietSeconds: 2.5,
    listButton: 'Choose',
  },
  publicShare: { isEnabled: true },
  security: { allowedOrigins: ['https://a.example'] },
}
export const flow = {
  events: [{ id: 'e1', type: 'start', graphCoordinates: at, outgoingEdgeId: 'ed1' }],
  groups: [
    group('g1', textBubble('t1', 'Hi'), {
      id: 'in1',
      type: 'choice input',
      items: [{ id: 'i1', content: 'Yes', outgoingEdgeId: 'ed2' }],
      options: { variableId: 'v1' },
    }),
    group('g2', textBubble('t2', 'Bye')),
  ],
  edges: [
    { id: 'ed1', from: { eventId: 'e1' }, to: { groupId: 'g1', blockId: 't1' } },
    { id: 'ed2', from: { blockId: 'in1', itemId: 'i1' }, to: { groupId: 'g2' } },
  ],
  variables: [
    { id: 'v1', name: 'Name', value: 'Ada' },
    { id: 'v2', name: 'Picture', value: 'https://a.example/p.png' },
  ],
}

/** Rows of a nested value that was sent: every leaf is returned unchanged. */
export function rowsOf(value: unknown, prefix: string): Record<string, Kind> {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return { [prefix]: { is: value } }
  return Object.assign({}, ...Object.entries(value).map(([key, one]) => rowsOf(one, `${prefix}.${key}`)))
}
