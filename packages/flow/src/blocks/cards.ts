import { choice, displayCondition, edge, group, id, rows, saveIn, shownText, text } from '../fields/fields.js'
import { defineBlock, type SentPart } from './define.js'
import { cutLabel, isAnyCut, isAnyUnshown, linkedChoice, noButtons } from './shared.js'

export const cards = defineBlock({
  type: 'cards',
  section: 'input',
  label: 'Cards',
  icon: 'gallery',
  description: 'Offer cards with buttons',
  keywords: 'carousel, gallery, product, slider',
  asks: 'cards',
  options: {
    variableId: saveIn({ label: 'Save answer to' }),
    saveResponseMapping: rows({
      label: 'Save from selected card',
      fields: {
        field: choice(['Image URL', 'Title', 'Description', 'Button', 'Internal Value'], { label: 'Part' }),
        variableId: saveIn({ label: 'Save to' }),
      },
    }),
  },
  items: {
    fields: {
      id,
      outgoingEdgeId: edge,
      imageUrl: shownText({ label: 'Picture', media: 'image', isNullable: true, position: 'address' }),
      title: shownText({ label: 'Title', isNullable: true }),
      description: shownText({ label: 'Description', isNullable: true }),
      options: group({
        label: 'Options',
        fields: {
          displayCondition,
          internalValue: text({ label: 'Saved value', isNullable: true }),
        },
      }),
      paths: rows({ label: 'Buttons', fields: { id, text: shownText({ label: 'Text' }), outgoingEdgeId: edge } }),
    },
    texts: ['title', 'imageUrl', 'description'],
    shownBy: ['title', 'imageUrl', 'description'],
    leftBy: 'paths',
    inner: 'options',
    otherwise: 'Other',
  },
  create: (newId) => ({ items: [{ id: newId(), title: 'First answer' }] }),
  sends: ({ items }) =>
    items.flatMap(({ title, description, paths = [] }, index): SentPart[] => [
      {
        kind: 'caption',
        text: [title, description].filter(Boolean).join('\n\n'),
        path: `items.${index}.description`,
      },
      {
        kind: 'buttons',
        isCard: true,
        labels: paths.map(({ text = '' }, at) => ({ text, path: `items.${index}.paths.${at}.text` })),
      },
    ]),
  messaging: [
    {
      kind: 'lost',
      text: 'Buttons that do not fit on a card are omitted: the first ones are shown.',
      when: ({ items }, { buttons }) =>
        buttons !== undefined && items.some(({ paths }) => (paths?.length ?? 0) > buttons.max),
    },
    {
      kind: 'changed',
      text: cutLabel,
      when: ({ items }, capabilities) =>
        items.some(({ paths = [] }) =>
          isAnyCut(
            paths.map(({ text }) => text),
            capabilities,
          ),
        ),
    },
    { kind: 'changed', text: noButtons, when: (_, { buttons }) => !buttons },
    { kind: 'changed', text: 'Each card is a separate message.', when: ({ items }) => items.length > 1 },
    {
      kind: 'changed',
      text: linkedChoice,
      when: ({ items }, capabilities) =>
        isAnyUnshown(
          items.map(({ imageUrl }) => imageUrl),
          capabilities,
        ),
    },
  ],
})
