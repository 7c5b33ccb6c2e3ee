import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BotDocument } from './bot-document.js'
import { diff } from './diff.js'
import { equal } from './equal.js'
import { mergeOperations } from './merge-operations.js'
import { invertOperations } from './operation.js'
import { applyOperations } from './working-document.js'

const group = (id: string, title: string) => ({ id, title, blocks: [] })
const start = { name: 'Bot', groups: [group('a', 'One'), group('b', 'Two'), group('c', 'Three')] }

describe('diff', () => {
  it.each([
    ['nothing has changed', start, 0],
    ['a name has', { ...start, name: 'Other' }, 1],
    ['a title of an element has', { ...start, groups: [group('a', 'New'), ...start.groups.slice(1)] }, 1],
    ['an element is gone', { ...start, groups: start.groups.slice(1) }, 1],
    ['an element is new', { ...start, groups: [...start.groups, group('d', 'Four')] }, 1],
    ['an element moved to the end', { ...start, groups: [...start.groups.slice(1), start.groups[0]!] }, 1],
  ])('needs as few operations as possible if %s', (_, after, count) => {
    const operations = diff(start, after)
    expect(operations).toHaveLength(count)
    expect(applyOperations(start, operations)).toEqual(after)
  })

  it('leads from any document to any other, and its inverse leads back', () => {
    const groups = fc
      .uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', '__proto__'), { maxLength: 6 })
      .chain((ids) => fc.tuple(...ids.map((id) => fc.string().map((title) => group(id, title)))))
    const documents = fc.record({ name: fc.string(), groups: groups as fc.Arbitrary<ReturnType<typeof group>[]> })
    fc.assert(
      fc.property(documents, documents, (before, after) => {
        const operations = diff(before, after)
        expect(equal(applyOperations(before, operations), after)).toBe(true)
        expect(equal(applyOperations(after, invertOperations(operations)), before)).toBe(true)
      }),
    )
  })
})

describe('mergeOperations', () => {
  const bot: BotDocument = {
    ...{ name: 'Bot', icon: null, theme: {}, settings: {}, events: [], edges: [], variables: [] },
    groups: [{ id: 'a', title: 'One', graphCoordinates: { x: 0, y: 0 }, blocks: [] }],
  }
  const titled = (title: string): BotDocument => ({ ...bot, groups: [{ ...bot.groups[0]!, title }] })

  it('keeps the edits of both authors at different positions', () => {
    const mine = diff(bot, titled('Mine'))
    const { document, conflicts } = mergeOperations({ ...bot, name: 'Of others' }, mine)
    expect(document).toEqual({ ...titled('Mine'), name: 'Of others' })
    expect(conflicts).toEqual([])
  })

  it('lets the first edit at a position win, and reports both versions', () => {
    const { document, conflicts } = mergeOperations(titled('First'), diff(bot, titled('Second')))
    expect(document).toEqual(titled('First'))
    expect(conflicts).toEqual([expect.objectContaining({ reason: 'changed', mine: 'Second', theirs: 'First' })])
  })

  it('reports an edit of a group that is deleted', () => {
    const { document, conflicts } = mergeOperations({ ...bot, groups: [] }, diff(bot, titled('Mine')))
    expect(document.groups).toEqual([])
    expect(conflicts).toEqual([expect.objectContaining({ reason: 'deleted' })])
  })
})
