import { expect, it } from 'vitest'
import type { Conversation } from './conversation.js'
import { filterOf, queryOf } from './list-filter.js'
import { ringsFor } from './rings-for.js'

const teams = [
  { id: 'sales', name: 'Sales', memberIds: ['ana'] },
  { id: 'support', name: 'Support', memberIds: ['ben'] },
]
const rings = (change: Partial<Conversation>) =>
  ringsFor({ state: 'open', assigneeId: null, teamId: null, ...change }, 'ana', teams)

it('reports a visitor who waits for anybody of a team to its members only, and others to everybody', () => {
  expect(rings({ teamId: 'sales' })).toBe(true)
  expect(rings({ teamId: 'support' })).toBe(false)
  expect(rings({ teamId: null })).toBe(true)
  expect(rings({ teamId: 'deleted' })).toBe(true)
})

it('reports a conversation that the user answers, whatever its team, and none of somebody else', () => {
  expect(rings({ teamId: 'support', assigneeId: 'ana' })).toBe(true)
  expect(rings({ teamId: 'sales', assigneeId: 'ben' })).toBe(false)
  expect(rings({ state: 'snoozed', assigneeId: 'ana' })).toBe(false)
})

it('keeps the team of a filter in the address of the page', () => {
  const filter = { botId: 'b1', teamId: 'sales', waiting: 10 }
  expect(queryOf(filter)).toBe('?bot=b1&team=sales&waiting=10')
  expect(filterOf(queryOf(filter))).toEqual(filter)
})
