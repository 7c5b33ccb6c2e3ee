import { expect, test } from 'vitest'
import { type ChannelTurn, emptyChat, secondsOf, withContact, withTurn } from './chat-state.js'

const message = (text: string) => ({
  kind: 'message' as const,
  payload: { text },
  picture: { text: [{ text }] },
  pause: 0,
})
const turn: ChannelTurn = {
  steps: [message('Hi'), { kind: 'wait', seconds: 2 }, message('Still there?')],
  waitsFor: 'visitor',
}

test('The steps of turns follow one another, each with its own id', () => {
  const chat = withTurn(withContact(withTurn(emptyChat, turn, false), 'Yes'), turn, false)
  expect(chat.entries.map(({ kind }) => kind)).toEqual(['bot', 'wait', 'bot', 'contact', 'bot', 'wait', 'bot'])
  expect(new Set(chat.entries.map(({ id }) => id)).size).toBe(7)
  expect(secondsOf(turn)).toBe(2)
})

test('Messages outside the reply window are not sent, and a message of the contact opens it', () => {
  const closed = { ...emptyChat, conditions: { isWindowClosed: true, isFailing: true } }
  expect(withTurn(closed, turn, false).entries[0]).toMatchObject({ failure: 'window' })
  const opened = withContact(closed, 'Hello')
  expect(opened.conditions).toEqual({ isWindowClosed: false, isFailing: true })
  expect(withTurn(opened, turn, false).entries.at(-1)).toMatchObject({ failure: 'failing' })
})

test('Nobody is waited for after the end', () => {
  expect(withTurn(emptyChat, turn, true).waitsFor).toBe('nobody')
})
