import { type BotDocument, documentOf } from '@colloquy/flow/operations'
import { growthOf, maxGrowth } from '@colloquy/test-kit/growth'
import { createEditor, type Descendant, Transforms } from 'slate'
import { withHistory } from 'slate-history'
import { expect, test } from 'vitest'
import { Editing } from '../document/editing.js'
import { group, words } from '../testing/flow-parts.js'
import { replaceContent } from './replace-content.js'

const paragraphs = (count: number, first = 'First') =>
  Array.from({ length: count }, (_, index) => ({ type: 'p', children: [{ text: index === 0 ? first : `${index}` }] }))
const path = ['groups', '#g', 'blocks', '#b', 'content', 'richText']

/** The editing of a bot with one message, in which a word is typed letter by letter. */
function typed(size: number) {
  const message = { ...words('b', ''), content: { richText: paragraphs(size) } }
  const flow = { events: [], edges: [], variables: [], groups: [group('g', [message], { x: 0 })] }
  const editing = new Editing(documentOf({ icon: null, theme: {}, settings: {}, ...flow } as never as BotDocument))
  const word = 'a long word'
  for (let end = 1; end <= word.length; end++)
    editing.run('Message', (draft) => draft.set(path, paragraphs(size, word.slice(0, end))), 'b')
  return editing
}

test('The time to type a word into a message, and to undo and redo that, grows with its paragraphs, not faster', async () => {
  const growth = await growthOf((size) => {
    const editing = typed(size)
    editing.undo()
    editing.redo()
  }, 16_000)
  expect(growth.factor, JSON.stringify(growth)).toBeLessThan(maxGrowth)
})

test('The time to show another version of a message grows with its paragraphs, not faster', async () => {
  const growth = await growthOf((size) => {
    const editor = withHistory(createEditor())
    replaceContent(editor, paragraphs(size) as Descendant[])
    Transforms.insertText(editor, 'typed', { at: [0, 0] })
    replaceContent(editor, paragraphs(size, 'Second') as Descendant[])
    expect(editor.children).toHaveLength(size)
  }, 64_000)
  expect(growth.factor, JSON.stringify(growth)).toBeLessThan(maxGrowth)
})

test('the history keeps a message that was typed twice: before and after, not after each letter', () => {
  const editing = typed(2)
  expect(editing.state.undoable).toMatchObject([
    { operations: [{ kind: 'set', value: paragraphs(2, 'a long word'), was: paragraphs(2) }] },
  ])
  editing.undo()
  expect(editing.state.pending).toEqual([])
})
