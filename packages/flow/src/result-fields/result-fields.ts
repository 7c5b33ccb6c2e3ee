import { channelNames } from '@colloquy/channels/names'
import type { DefinedField } from './result-field.js'
import { deviceOf, sourceOf } from './visit.js'

/** The fields that every result has, in the order of columns, filters and segments. */
export const resultFields = {
  createdAt: {
    label: 'Started',
    stored: 'row',
    knownAs: 'date',
    filters: ['before', 'after'],
    isSortable: true,
  },
  isCompleted: { label: 'Status', stored: 'row', knownAs: 'status', filters: [], isSortable: true },
  environmentId: {
    label: 'Environment',
    all: 'All environments',
    description: '`live`, or the id of an environment',
    stored: { column: 'text' },
    filters: ['equals', 'oneOf'],
    refersTo: 'environment',
    nullIs: 'live',
    example: 'x4m8q1w6',
    ofTurn: ({ environmentId, isLinked }) => (isLinked ? null : environmentId),
  },
  variant: {
    label: 'Variant',
    all: 'All variants',
    description: 'A variant of an experiment: its id and the index of the variant, such as `x7r2k9:1`',
    stored: 'exposures',
    filters: ['equals', 'oneOf'],
    refersTo: 'variant',
    format: {
      pattern: /^[^:]+:\d{1,2}$/,
      message: 'Give the id of an experiment and the index of a variant, such as x7r2k9:1',
    },
  },
  releaseId: {
    label: 'Version',
    all: 'All versions',
    description: 'The release that answered last',
    stored: { column: 'text' },
    filters: ['equals', 'oneOf'],
    isFilterOnly: true,
    refersTo: 'release',
    example: 'k3v9x2m7p4d8f1z6',
    ofTurn: ({ releaseId }) => releaseId,
  },
  source: {
    label: 'Source',
    all: 'All sources',
    description:
      'Where the visitor came from: `page` for the page of the chat, `web:` with the host of another page, `utm:` with the source and the ' +
      'medium of a campaign, the type of a channel such as `whatsapp`, `api`, or `bot` for another bot',
    stored: { column: 'text' },
    filters: ['equals', 'oneOf'],
    names: {
      page: { label: 'Chat page' },
      ...channelNames,
      api: { label: 'API' },
      bot: { label: 'Another bot' },
    },
    prefixes: { 'web:': {}, 'utm:': { label: 'Campaign {name}' } },
    maxLength: 250,
    example: 'web:shop.example',
    ofVisit: sourceOf,
    ofLink: 'bot',
  },
  device: {
    label: 'Device',
    all: 'All devices',
    description: 'The kind of device',
    stored: { column: 'text' },
    filters: ['equals', 'oneOf'],
    values: { phone: { label: 'Phone' }, tablet: { label: 'Tablet' }, computer: { label: 'Computer' } },
    example: 'tablet',
    ofVisit: deviceOf,
  },
} as const satisfies Record<string, DefinedField>
