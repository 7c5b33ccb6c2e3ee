import type { BotDocument } from '@colloquy/flow/operations'
import { describe, expect, it } from 'vitest'
import { type Content, contentOf } from '../document/content.js'
import { perform } from '../document/draft.js'
import { restore } from '../document/restore.js'
import { group, words } from '../testing/flow-parts.js'
import { compare } from './compare.js'

const choice = (id: string, answers: Record<string, string>) => ({
  id,
  type: 'choice input',
  items: Object.entries(answers).map(([item, content]) => ({ id: item, content })),
  options: { variableId: 'v1' },
})
const content = (change: object = {}) =>
  ({
    events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 } }],
    groups: [
      group('hello', [words('a', 'Hi there'), choice('b', { yes: 'Yes', no: 'No' })], { title: 'Hello' }),
      group('bye', [words('c', 'See you')], { title: 'Bye' }),
      group('more', [{ id: 'n', type: 'number input', options: { min: 1 } }], { title: 'More' }),
    ],
    edges: [{ id: 'e1', from: { blockId: 'b', itemId: 'yes' }, to: { groupId: 'bye' } }],
    variables: [{ id: 'v1', name: 'Answer' }],
    theme: { chat: { buttons: { backgroundColor: '#000000' } } },
    settings: { general: { isBrandingEnabled: true } },
    ...change,
  }) as unknown as Content

/** "fate title: line; line" for each place. */
const told = (before: Content, after: Content) =>
  compare(before, after).map(({ fate, title, lines }) => `${fate} ${title}: ${lines.join('; ')}`)

describe('two versions', () => {
  it('that are the same have no differences', () => {
    expect(told(content(), content())).toEqual([])
  })

  it('are distinguished by place, in plain words', () => {
    const after = content({
      groups: [
        group('hello', [words('a', 'Good day'), choice('b', { yes: 'Yes!', maybe: 'Perhaps' })], { title: 'Welcome' }),
        group('bye', [words('c', 'See you')], { x: 400, title: 'Bye' }),
        group('new', [words('d', 'Look')], { title: 'New' }),
      ],
      edges: [{ id: 'e1', from: { blockId: 'b', itemId: 'yes' }, to: { groupId: 'new' } }],
      variables: [{ id: 'v1', name: 'Reply' }],
      theme: { chat: { buttons: { backgroundColor: '#ffffff' } } },
      settings: { general: { isBrandingEnabled: false } },
    })
    expect(told(content(), after)).toEqual([
      'changed Welcome: Renamed: “Hello” is now “Welcome”; Text: “Hi there” → “Good day”; Buttons: “Yes” → “Yes!”; ' +
        'Buttons: added “Perhaps”; Buttons: removed “No”; Buttons, “Yes!”, leads to “New” instead of “Bye”',
      'moved Bye: Moved on the canvas',
      'added New: Text “Look”',
      'removed More: Number',
      'changed Variables: Renamed: “Answer” is now “Reply”',
      'changed Theme: Chat › Buttons › Background colour: “#000000” → “#ffffff”',
      'changed Settings: General › Show “Made with Colloquy”: turned off',
    ])
  })

  it('show each value of a theme or of settings that was added or removed', () => {
    const after = content({ theme: { chat: { inputs: { color: '#111111', placeholderColor: '#222222' } } } })
    expect(told(content(), after)).toEqual([
      'changed Theme: Chat › Buttons › Background colour: “#000000” removed; ' +
        'Chat › Inputs › Text colour: set to “#111111”; ' +
        'Chat › Inputs › Placeholder colour: set to “#222222”',
    ])
  })

  it('show what the parts of a setting contain, and not how they are stored', () => {
    const comparisons = [
      { id: 'c1', comparisonOperator: 'Contains', value: 'hello' },
      { id: 'c2', comparisonOperator: 'Starts with', value: 'offer' },
    ]
    const [change] = told(content(), content({ settings: { messaging: { startCondition: { comparisons } } } }))
    expect(change).toContain('“Contains hello; Starts with offer”')
  })

  it('show a block that went to another group in both, and what was changed in it', () => {
    const after = content({
      groups: [
        group('hello', [words('a', 'Hi there'), choice('b', { yes: 'Yes', no: 'No' })], { title: 'Hello' }),
        group('bye', [words('c', 'See you'), { id: 'n', type: 'number input', options: { min: 5 } }], { title: 'Bye' }),
        group('more', [], { title: 'More' }),
      ],
    })
    expect(told(content(), after)).toEqual([
      'changed Bye: Came from “More”: Number; Number: Minimum: 1 → 5',
      'changed More: Went to “Bye”: Number',
    ])
  })

  it('are brought back as operations on what differs, so that undo takes them back', () => {
    const before = { name: 'Bot', icon: null, ...content() } as BotDocument
    const older = content({
      groups: [
        group('old', [words('o', 'Once')], { title: 'Old' }),
        group('bye', [words('c', 'See you'), words('a', 'Hi there')], { title: 'Bye' }),
        group('hello', [choice('b', { no: 'Never', yes: 'Yes' })], { title: 'Hello' }),
      ],
      settings: {},
    })
    const { document, operations } = perform(before, restore(older))
    expect(contentOf(document)).toEqual(older)
    expect(document.name).toBe('Bot')
    expect(operations.some((it) => it.kind === 'move')).toBe(true)
    expect(operations.some((it) => it.kind === 'set' && it.path.join() === 'groups')).toBe(false)
  })
})
