import { createEditor, type Descendant, Editor, Node, Transforms } from 'slate'
import { describe, expect, it } from 'vitest'
import { indent, listAt, outdent, toggleList, withLists } from './rich-text-lists.js'

type Draft = { type?: string; text?: string; children?: Draft[] }
const p = (text: string): Draft => ({ type: 'p', children: [{ text }] })
const li = (text: string, ...more: Draft[]): Draft => ({
  type: 'li',
  children: [{ type: 'lic', children: [{ text }] }, ...more],
})
const ul = (...children: Draft[]): Draft => ({ type: 'ul', children })
const ol = (...children: Draft[]): Draft => ({ type: 'ol', children })

/** An editor of these nodes, with everything from the first of two texts to the end of the second one chosen. */
function editing(children: Draft[], from: string, to = from) {
  const editor = withLists(createEditor())
  editor.children = children as Descendant[]
  const find = (text: string) => [...Node.texts(editor)].find(([node]) => node.text === text)?.[1] ?? []
  Transforms.select(editor, { anchor: Editor.start(editor, find(from)), focus: Editor.end(editor, find(to)) })
  return editor
}

describe('lists', () => {
  it('are made of paragraphs, and paragraphs of them again', () => {
    const editor = editing([p('a'), p('b'), p('c')], 'a', 'b')
    toggleList(editor, 'ul')
    expect(editor.children).toEqual([ul(li('a'), li('b')), p('c')])
    expect(listAt(editor)).toBe('ul')
    toggleList(editor, 'ul')
    expect(editor.children).toEqual([p('a'), p('b'), p('c')])
  })

  it('become of the other kind', () => {
    const editor = editing([ul(li('a'), li('b'))], 'a', 'b')
    toggleList(editor, 'ol')
    expect(editor.children).toEqual([ol(li('a'), li('b'))])
  })

  it('lie in each other: an item goes into the one before it, and out again with those behind it', () => {
    const editor = editing([ol(li('a'), li('b'), li('c'))], 'b')
    expect(indent(editor)).toBe(true)
    expect(editor.children).toEqual([ol(li('a', ol(li('b'))), li('c'))])
    expect(indent(editor)).toBe(false)
    Transforms.select(editor, Editor.start(editor, [0, 1]))
    indent(editor)
    expect(editor.children).toEqual([ol(li('a', ol(li('b'), li('c'))))])
    Transforms.select(editor, Editor.start(editor, [0, 0, 1, 0]))
    outdent(editor)
    expect(editor.children).toEqual([ol(li('a'), li('b', ol(li('c'))))])
  })

  it('end in the middle, and continue behind it', () => {
    const editor = editing([ul(li('a'), li('b'), li('c'))], 'b')
    outdent(editor)
    expect(editor.children).toEqual([ul(li('a')), p('b'), ul(li('c'))])
    expect(outdent(editor)).toBe(false)
  })

  it('continue on Enter, and end on Enter in an empty item or on Backspace at the start of an item', () => {
    const editor = editing([ul(li('ab'))], 'ab')
    Transforms.select(editor, { path: [0, 0, 0, 0], offset: 1 })
    editor.insertBreak()
    expect(editor.children).toEqual([ul(li('a'), li('b'))])
    Transforms.select(editor, Editor.end(editor, []))
    editor.insertBreak()
    editor.insertBreak()
    expect(editor.children).toEqual([ul(li('a'), li('b')), p('')])
    Transforms.select(editor, Editor.start(editor, [0, 1]))
    editor.deleteBackward('character')
    expect(editor.children).toEqual([ul(li('a')), p('b'), p('')])
  })

  it('leave what they do not know where it is', () => {
    const strange = { type: 'callout', tone: 'warm', children: [p('inside')] }
    const editor = editing([p('a'), strange, p('c')], 'a', 'c')
    toggleList(editor, 'ul')
    expect(editor.children).toEqual([ul(li('a')), strange, ul(li('c'))])
  })
})
