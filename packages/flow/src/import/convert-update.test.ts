import { describe, expect, it } from 'vitest'
import { convertUpdate } from '../index.js'

const at = { x: 0, y: 0 }
let count = 0
const newId = () => {
  count += 1
  return `new${count}`
}
const converted = (raw: unknown) => {
  const outcome = convertUpdate(raw, { newId })
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.issues))
  return outcome
}
const startGroup = {
  id: 'g0',
  title: 'Start',
  graphCoordinates: at,
  blocks: [{ id: 'b0', type: 'start', label: '', outgoingEdgeId: 'e' }],
}
const group = { id: 'g1', title: '', graphCoordinates: at, blocks: [{ id: 'b1', type: 'text input' }] }
const edges = [{ id: 'e', from: { blockId: 'b0' }, to: { groupId: 'g1' } }]

describe('an update', () => {
  it('keeps to what it names', () => {
    expect(converted({ name: 'New' }).bot).toEqual({ name: 'New', version: '6' })
    expect(converted({ version: '5', name: 'New' }).bot).toEqual({ name: 'New', version: '6' })
  })
  it('of version 5 turns its start group into an event', () => {
    const { bot } = converted({ version: '5', groups: [startGroup, group], edges })
    expect(bot.events).toEqual([{ id: 'g0', type: 'start', graphCoordinates: at, outgoingEdgeId: 'e' }])
    expect(bot.groups?.map(({ id }) => id)).toEqual(['g1'])
    expect(bot.edges).toEqual([{ id: 'e', from: { eventId: 'g0' }, to: { groupId: 'g1' } }])
  })
  it('of version 5 may give null for its events, and leaves them as they are', () => {
    expect('events' in converted({ version: '5', events: null, name: 'A' }).bot).toBe(false)
  })
  it('of version 6.1 brings the look of that version with its theme, and only then', () => {
    expect(converted({ version: '6.1', theme: {} }).bot.theme?.general?.background?.content).toBe('#F8F8F8')
    expect('theme' in converted({ version: '6.1', name: 'A' }).bot).toBe(false)
    expect(converted({ theme: {} }).bot.theme).toEqual({})
  })
  it('translates names without a warning', () => {
    const { bot, warnings } = converted({ whatsAppCredentialsId: null })
    expect(bot.messagingCredentialsId).toBeNull()
    expect(warnings).toEqual([])
  })
  it('clears with null only what can be empty', () => {
    expect(converted({ icon: null, folderId: null }).bot).toMatchObject({ icon: null, folderId: null })
    expect(convertUpdate({ name: null }, { newId })).toMatchObject({ ok: false, issues: [{ path: 'bot.name' }] })
    expect(convertUpdate({ groups: null }, { newId })).toMatchObject({ ok: false, issues: [{ path: 'bot.groups' }] })
  })
  it('names what is wrong at its place in the request, before any group was moved', () => {
    const bad = { ...group, blocks: [{ id: 'x', type: 'Condition' }] }
    const outcome = convertUpdate({ version: '5', groups: [startGroup, bad], edges }, { newId })
    expect(outcome).toMatchObject({ ok: false, issues: [{ path: 'bot.groups.1.blocks.0.items' }] })
  })
  it.each([
    [{ version: '2' }, 'bot.version'],
    [{ version: 6 }, 'bot.version'],
    ['text', 'bot'],
    [{ version: '5', groups: 'none' }, 'bot.groups'],
    [{ version: '5', groups: [group], edges }, 'bot.groups'],
  ])('like %j is refused', (raw, path) => {
    expect(convertUpdate(raw, { newId })).toMatchObject({ ok: false, issues: [{ path }] })
  })
})
