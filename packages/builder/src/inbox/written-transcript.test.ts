import { expect, it } from 'vitest'
import type { FullConversation } from './conversation.js'
import { transcriptFile, writtenLines } from './written-transcript.js'

const at = '2026-03-02T10:00:00.000Z'
const entry = { authorId: null, name: null, text: null, createdAt: at }
const conversation: Pick<FullConversation, 'transcript'> = {
  transcript: [
    {
      turn: 1,
      createdAt: at,
      entries: [
        { role: 'bot', type: 'text', text: 'What do you need?' },
        { role: 'user', type: 'text', text: 'A person' },
        { role: 'bot', type: 'image', image: 'https://example.com/door.png' },
      ],
    },
    { message: { ...entry, number: 1, kind: 'event', to: 'person', name: 'Ana' } },
    { message: { ...entry, number: 2, kind: 'note', authorId: 'u1', name: 'Ana', text: 'A regular, <@u2> and <@u9>' } },
    {
      message: {
        ...entry,
        number: 3,
        kind: 'person',
        authorId: 'u1',
        name: 'Ana',
        text: 'Hello\nthere',
        attachedFileUrls: ['https://example.com/form.pdf'],
      },
    },
    { message: { ...entry, number: 4, kind: 'person', text: 'From my phone' } },
  ],
}
const names = new Map([['u2', 'Ben']])
const said = (hasNotes: boolean) =>
  writtenLines(conversation, { hasNotes, names }).map(({ author = '', text }) => [author, text])

it('a written transcript has what everybody said, in order, with addresses of files, and no private notes', () => {
  expect(said(false)).toEqual([
    ['Bot', 'What do you need?'],
    ['Visitor', 'A person'],
    ['Bot', 'https://example.com/door.png'],
    ['', 'Ana answers'],
    ['Ana', 'Hello\nthere\nhttps://example.com/form.pdf'],
    ['Answered on the phone', 'From my phone'],
  ])
})

it('a written transcript has private notes once they are asked for, with names of the people whom they mention', () => {
  expect(said(true)).toContainEqual(['Ana, note', 'A regular, @Ben and @Former member'])
})

it('the file of a transcript has a head, and a paragraph for each line with its time', () => {
  const file = transcriptFile(['Grace', 'WhatsApp'], writtenLines(conversation, { hasNotes: false, names }))
  const [head, first, , , event] = file.split('\n\n')
  expect(head).toBe('Grace\nWhatsApp')
  expect(first).toMatch(/^\[Mar 2, 2026, .+\] Bot:\nWhat do you need\?$/)
  expect(event).toMatch(/^\[.+\] Ana answers$/)
  expect(file.endsWith('\n')).toBe(true)
})
