import { expect, test } from 'vitest'
import { answer, parse, shownInput, withoutEffects } from '../testing/ask.js'
import { fakeContext } from '../testing/fake-context.js'
import { cards } from './runtime.js'

const items = [
  {
    id: 'i1',
    title: 'Paris',
    paths: [
      { id: 'p1', text: 'Book', outgoingEdgeId: 'e1' },
      { id: 'p2', text: 'Info', outgoingEdgeId: 'e2' },
    ],
  },
  { id: 'i2', title: 'Rome', paths: [{ id: 'p3', text: 'Book' }] },
]
const options = {
  saveResponseMapping: [
    { field: 'Title', variableId: 'V' },
    { field: 'Button', variableId: 'W' },
    { field: 'Description', variableId: 'X' },
  ],
}

test('the id of a button chooses its card, edge and fields', () => {
  expect(parse(cards, { items, options }, 'p2')).toEqual({
    kind: 'accepted',
    content: 'Paris',
    edgeId: 'e2',
    variables: [
      { id: 'V', value: 'Paris' },
      { id: 'W', value: 'Info' },
    ],
  })
})

test('the id of a button decides before the text, also where the text is another id or title', () => {
  const reply = (text: string, replyId: string) =>
    withoutEffects(
      cards.parse!(
        { id: 'b', type: 'cards', items } as never,
        { type: 'text', text, metadata: { replyId } },
        fakeContext(),
      ),
    )
  expect(reply('p1', 'p2')).toMatchObject({ content: 'Paris', edgeId: 'e2' })
  expect(reply('Rome', 'p2')).toMatchObject({ content: 'Paris', edgeId: 'e2' })
  expect(reply('Rome', 'gone')).toMatchObject({ content: 'Rome' })
})

test('a title means the first button, whatever its case', () => {
  expect(parse(cards, { items, options }, ' rome ')).toMatchObject({
    content: 'Rome',
    variables: [{}, { value: 'Book' }],
  })
  expect(answer(cards, { items }, 'Book')).toBe('(rejected)')
})

test('one card is repeated over the lists it names', () => {
  const template = {
    id: 't',
    title: '{{T}}',
    description: 'In {{C}}',
    paths: [{ id: 'p', text: 'Go', outgoingEdgeId: 'e' }],
  }
  const context = fakeContext({ T: ['A', 'B {{C}}'], C: 'Italy' })
  const shown = shownInput(cards, { id: 'b', type: 'cards', items: [template] } as never, context)
  expect(shown.items).toMatchObject([
    { id: 't', title: 'A', description: 'In Italy', paths: [{ id: 'dynamic-card-0-path-0', outgoingEdgeId: 'e' }] },
    { id: 't', title: 'B {{C}}', paths: [{ id: 'dynamic-card-1-path-0' }] },
  ])
  expect(answer(cards, { items: [template] }, 'dynamic-card-1-path-0', context)).toBe('B {{C}}')
})

test('leaves by the edges of its buttons', () => {
  expect(cards.exits({ items, outgoingEdgeId: 'own' } as never)).toEqual(['e1', 'e2', 'own'])
})
