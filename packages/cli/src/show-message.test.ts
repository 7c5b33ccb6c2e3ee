import type { Message } from '@colloquy/chat'
import { describe, expect, it } from 'vitest'
import { showMessage } from './show-message.js'

const text = (richText: unknown[]): Message =>
  ({ id: 'b1', type: 'text', content: { type: 'richText', richText, html: '', plainText: '' } }) as Message

describe('showMessage', () => {
  it('puts each paragraph on its own line', () => {
    const message = text([
      { type: 'p', children: [{ text: 'Hello ' }, { text: 'Mira', bold: true }] },
      { type: 'p', children: [{ text: 'Welcome.' }] },
    ])
    expect(showMessage(message)).toBe('Hello Mira\nWelcome.')
  })

  it('shows where a link leads', () => {
    const link = { type: 'a', url: 'https://example.org', children: [{ text: 'our site' }] }
    expect(showMessage(text([{ type: 'p', children: [{ text: 'See ' }, link] }]))).toBe(
      'See our site (https://example.org)',
    )
  })

  it('marks and numbers the entries of lists', () => {
    const item = (words: string) => ({ type: 'li', children: [{ type: 'lic', children: [{ text: words }] }] })
    expect(showMessage(text([{ type: 'ol', children: [item('one'), item('two')] }]))).toBe('  1. one\n  2. two')
    expect(showMessage(text([{ type: 'ul', children: [item('one')] }]))).toBe('  • one')
  })

  it('indents nested lists, keeps their first number, and continues a line of bare texts', () => {
    const inner = { type: 'ul', children: [{ type: 'li', children: [{ type: 'lic', children: [{ text: 'in' }] }] }] }
    const item = { type: 'li', children: [{ type: 'lic', children: [{ text: 'out' }] }, inner] }
    expect(showMessage(text([{ type: 'ol', start: 3, children: [item] }]))).toBe('  3. out\n     • in')
    expect(showMessage(text([{ text: 'Ada', bold: true }, { text: '!' }]))).toBe('Ada!')
  })

  it('uses bold only where the terminal knows it', () => {
    const message = text([{ type: 'p', children: [{ text: 'now', bold: true }] }])
    expect(showMessage(message, true)).toBe('\u001b[1mnow\u001b[0m')
  })

  it('names the kind and the address of other messages', () => {
    expect(showMessage({ id: 'b1', type: 'image', content: { url: 'https://example.org/a.png' } })).toBe(
      '[image] https://example.org/a.png',
    )
  })
})
