import type { Group } from '@colloquy/flow'
import { describe, expect, it } from 'vitest'
import { group, words } from '../../testing/flow-parts.js'
import { type Alignment, align } from './align.js'
import { layoutOf, sizes } from './layout.js'

const tall = group('Tall', [words('b1', 'One'), words('b2', 'Two'), words('b3', 'Three')], { x: 900, y: 0 }) as Group
const low = group('Low', [words('b4', 'Four')], { x: 100, y: 50 }) as Group
const between = group('Between', [words('b5', 'Five')], { x: 420, y: 700 }) as Group
const note = { ...group('Note', [], { x: 500, y: 900 }), note: { width: 100, height: 60 } }
const event = { id: 'start', type: 'start', graphCoordinates: { x: 0, y: 400 } }
const document = { groups: [tall, low, between, note], events: [event], edges: [], variables: [] } as never

const positions = (alignment: Alignment, ...ids: string[]) =>
  Object.fromEntries(align(document, new Set(ids), alignment))

describe('align', () => {
  it.each<[Alignment, number]>([
    ['left', 100],
    ['center', (100 + 900 + sizes.width) / 2],
    ['right', 900 + sizes.width],
  ])('puts groups, notes and events on one line from top to bottom: %s', (alignment, line) => {
    const share = { left: 0, center: 0.5, right: 1 }[alignment as 'left']
    expect(positions(alignment, 'Tall', 'Low', 'Note')).toEqual({
      Tall: { x: line - sizes.width * share, y: 0 },
      Low: { x: line - sizes.width * share, y: 50 },
      Note: { x: line - 100 * share, y: 900 },
    })
  })

  it.each<[Alignment, number, number]>([
    ['top', 0, 0],
    ['middle', 0.5, layoutOf(tall).height / 2],
    ['bottom', 1, layoutOf(tall).height],
  ])('uses the height that is rendered for a line from left to right: %s', (alignment, share, line) => {
    expect(layoutOf(low).height + 50).toBeLessThan(layoutOf(tall).height)
    expect(positions(alignment, 'Tall', 'Low')).toEqual({
      Tall: { x: 900, y: line - layoutOf(tall).height * share },
      Low: { x: 100, y: line - layoutOf(low).height * share },
    })
  })

  it('makes the gaps between nodes equal, and leaves the outer two in place', () => {
    const gap = (900 - 100 - 2 * sizes.width) / 2
    expect(positions('across', 'Tall', 'Between', 'Low')).toEqual({
      Low: { x: 100, y: 50 },
      Between: { x: 100 + sizes.width + gap, y: 700 },
      Tall: { x: 900, y: 0 },
    })
    const down = positions('down', 'Tall', 'start', 'Note')
    expect(down).toMatchObject({ Tall: { y: 0 }, Note: { y: 900 } })
    const top = layoutOf(tall).height
    expect(down.start!.y - top).toBeCloseTo(900 - down.start!.y - sizes.eventHeight)
  })

  it('keeps nodes from overlapping when the outer two are too close together', () => {
    const { Low, Between, Tall } = Object.fromEntries(
      align(
        {
          ...(document as object),
          groups: [
            { ...low, graphCoordinates: { x: 0, y: 0 } },
            { ...between, graphCoordinates: { x: 50, y: 0 } },
            { ...tall, graphCoordinates: { x: 100, y: 0 } },
          ],
        } as never,
        new Set(['Low', 'Between', 'Tall']),
        'across',
      ),
    )
    expect([Low!.x, Between!.x - sizes.width, Tall!.x - 2 * sizes.width]).toEqual([0, 24, 48])
  })

  it('changes nothing for fewer than two nodes, or for fewer than three whose gaps are meant', () => {
    expect(positions('left', 'Tall', 'of another flow')).toEqual({})
    expect(positions('across', 'Tall', 'Low')).toEqual({})
  })
})
