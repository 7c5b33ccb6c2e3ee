import { choice, displayCondition, edge, group, id, rows, saveIn, shownText, text } from '../fields/fields.js'
import { defineBlock } from './define.js'
import { isLong, isMoving, linkedChoice, longTitle, mostButtons } from './shared.js'

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
  messaging: [
    {
      kind: 'lost',
      text: 'More than three buttons fit on no card: the first three are shown.',
      when: ({ items }) => items.some(({ paths }) => (paths?.length ?? 0) > mostButtons),
    },
    {
      kind: 'changed',
      text: longTitle,
      when: ({ items }) => items.some(({ paths }) => paths?.some((path) => isLong(path.text))),
    },
    { kind: 'changed', text: 'Each card is a separate message.', when: ({ items }) => items.length > 1 },
    { kind: 'changed', text: linkedChoice, when: ({ items }) => items.some(({ imageUrl }) => isMoving(imageUrl)) },
  ],
})
