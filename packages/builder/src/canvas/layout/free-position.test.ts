import type { Group } from '@colloquy/flow'
import type { BotDocument } from '@colloquy/flow/operations'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { group, words } from '../../testing/flow-parts.js'
import { openEnds } from '../nodes/exits-of.js'
import { type Box, touches } from './box.js'
import { eventSize, freePosition, freePositionForAll, sizeOf } from './free-position.js'
import { sizes } from './layout.js'

const document = (groups: object[], more: object = {}) =>
  ({ groups, events: [], edges: [], variables: [], ...more }) as unknown as BotDocument

const boxesOf = ({ groups, events }: BotDocument): Box[] => [
  ...groups.map((it) => ({ ...it.graphCoordinates, ...sizeOf(it) })),
  ...events.map((it) => ({ ...it.graphCoordinates, ...eventSize })),
]

const one = group('one', [words('b', 'Hello')], { x: 0, y: 0 }) as Group
const note = { ...group('note', [], { x: 500, y: 0 }), note: { width: 200, height: 200 } }
const start = { id: 'start', type: 'start', graphCoordinates: { x: 1000, y: 0 } }

describe('freePlace', () => {
  it('leaves a node where it is wanted if nothing is there', () => {
    expect(freePosition(document([one]), sizeOf(one), { x: 300, y: 0 })).toEqual({ x: 300, y: 0 })
  })

  it.each([
    ['a group', document([one]), { x: 20, y: 10 }],
    ['a note', document([note]), { x: 450, y: 50 }],
    ['an event', document([], { events: [start] }), { x: 1100, y: 20 }],
  ])('puts a node near %s instead of on it', (_, flow, at) => {
    const position = freePosition(flow, sizeOf(one), at)
    expect(boxesOf(flow).some((box) => touches(box, { ...position, ...sizeOf(one) }))).toBe(false)
    expect(Math.hypot(position.x - at.x, position.y - at.y)).toBeLessThan(sizes.width + 100)
  })

  it('covers nothing, wherever nodes are and however many are put down together', () => {
    const point = fc.record({ x: fc.integer({ min: -600, max: 600 }), y: fc.integer({ min: -600, max: 600 }) })
    const size = { width: fc.integer({ min: 10, max: 400 }), height: fc.integer({ min: 10, max: 900 }) }
    const box = fc.record({ x: fc.integer({ min: -500, max: 500 }), y: fc.integer({ min: -500, max: 500 }), ...size })
    fc.assert(
      fc.property(
        fc.array(point, { maxLength: 40 }),
        fc.array(box, { minLength: 1, maxLength: 25 }),
        point,
        (taken, boxes, at) => {
          const flow = document(taken.map((it, index) => group(`g${index}`, [words(`b${index}`, 'Hello')], it)))
          const position = freePositionForAll(flow, boxes, at)
          const left = Math.min(...boxes.map(({ x }) => x))
          const top = Math.min(...boxes.map(({ y }) => y))
          for (const it of boxes) {
            const put = { ...it, x: position.x + it.x - left, y: position.y + it.y - top }
            expect(boxesOf(flow).some((other) => touches(other, put))).toBe(false)
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  it('puts a node below everything if all places around are taken', () => {
    const wall = { ...group('wall', [], { x: -9000, y: -9000 }), note: { width: 18_000, height: 18_000 } }
    expect(freePosition(document([wall]), sizeOf(one), { x: 0, y: 0 })).toEqual({ x: 0, y: 9048 })
  })
})

describe('openEnds', () => {
  const edge = (id: string, from: object, groupId: string) => ({ id, from, to: { groupId } })
  const begun = { events: [start], edges: [edge('e', { eventId: 'start' }, 'one')] }
  const choice = (id: string) => ({
    id,
    type: 'choice input',
    items: [
      { id: 'yes', content: 'Yes' },
      { id: 'no', content: 'No' },
    ],
  })

  it('finds the start of a flow, and the last block of a group', () => {
    expect(openEnds(document([], { events: [start] }))).toEqual([{ eventId: 'start' }])
    expect(openEnds(document([one], begun))).toEqual([{ blockId: 'b' }])
  })

  it('finds the answers that lead nowhere, and not what an input does with another reply', () => {
    const ask = group('one', [choice('c')])
    const yes = edge('f', { blockId: 'c', itemId: 'yes' }, 'one')
    expect(openEnds(document([ask], { ...begun, edges: [...begun.edges, yes] }))).toEqual([
      { blockId: 'c', itemId: 'no' },
    ])
    const no = edge('g', { blockId: 'c', itemId: 'no' }, 'one')
    expect(openEnds(document([ask], { ...begun, edges: [...begun.edges, yes, no] }))).toEqual([])
  })

  it('finds both branches of a condition', () => {
    const condition = { id: 'c', type: 'Condition', items: [{ id: 'if', content: {} }] }
    expect(openEnds(document([group('one', [condition])], begun))).toEqual([
      { blockId: 'c', itemId: 'if' },
      { blockId: 'c' },
    ])
  })

  it('leaves out notes, jumps, and exits after an error', () => {
    const jump = { id: 'j', type: 'Jump', options: { groupId: 'one' } }
    const request = { id: 'r', type: 'Webhook', exits: [{ id: 'x', on: 'error' }] }
    expect(openEnds(document([group('one', [jump]), note], begun))).toEqual([])
    expect(openEnds(document([group('one', [request])], begun))).toEqual([{ blockId: 'r' }])
  })
})
