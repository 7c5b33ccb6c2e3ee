import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Flow } from '../flow-schema.js'
import { flowSchema } from '../flow-schema.js'
import { randomFlow, runsOf } from '../testing/random-flow.js'
import { lintFlow } from './lint-flow.js'
import type { Fix, Location } from './problem.js'

test('every problem of any flow stands at a place of that flow', () => {
  fc.assert(
    fc.property(randomFlow(), (random) => {
      const flow = flowSchema.parse(random)
      for (const { location, message } of lintFlow(flow, { credentialsIds: new Set(), botIds: new Set() })) {
        expect(message).toMatch(/[.?]$/)
        expect(isIn(flow, location)).toBe(true)
      }
    }),
    runsOf(150, process.env),
  )
})

test('a fix mends its problem', () => {
  fc.assert(
    fc.property(randomFlow(), (random) => {
      const flow = flowSchema.parse(random)
      const problem = lintFlow(flow).find(({ fix }) => fix !== undefined)
      if (problem?.fix === undefined) return
      const mended = lintFlow(applied(flow, problem.fix))
      const same = mended.filter(
        ({ rule, location, message }) =>
          rule === problem.rule && location.path === problem.location.path && message === problem.message,
      )
      expect(same).toEqual([])
    }),
    runsOf(150, process.env),
  )
})

const isIn = (flow: Flow, { groupId, blockId, eventId, path }: Location): boolean => {
  const group = flow.groups.find(({ id }) => id === groupId)
  if (groupId !== undefined && group === undefined) return false
  if (blockId !== undefined && !group?.blocks.some(({ id }) => id === blockId)) return false
  if (eventId !== undefined && !flow.events.some(({ id }) => id === eventId)) return false
  const [list = '', index = ''] = path?.split('.') ?? []
  return (flow as unknown as Record<string, unknown[]>)[list]?.[Number(index)] !== undefined
}

const applied = (flow: Flow, { edits }: Fix): Flow => {
  const copy = structuredClone(flow)
  for (const { path, value } of edits) {
    const keys = path.split('.')
    const last = keys.pop() ?? ''
    // biome-ignore lint/suspicious/noExplicitAny: a path leads through values of any type
    const owner = keys.reduce((part: any, key) => part[key], copy)
    if (value === undefined) delete owner[last]
    else owner[last] = value
  }
  return copy
}
