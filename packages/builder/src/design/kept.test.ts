import { expect, it } from 'vitest'
import { keptBy } from './kept.js'

const denied = () => {
  throw new DOMException('Access is denied', 'SecurityError')
}

it('keeps a text that the browser does not store until the page is left', () => {
  const kept = keptBy(denied)
  expect(kept.get('order')).toBeNull()
  kept.set('order', 'name')
  expect(kept.get('order')).toBe('name')
  kept.delete('order')
  expect(kept.get('order')).toBeNull()
})

it('prefers a text for which there was no space to the older one that is stored', () => {
  const stored = new Map([['order', 'newest']])
  let isFull = true
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem(key: string, text: string) {
      if (isFull) throw new DOMException('No space', 'QuotaExceededError')
      stored.set(key, text)
    },
    removeItem: (key: string) => void stored.delete(key),
  } as Storage
  const kept = keptBy(() => storage)
  kept.set('order', 'name')
  expect(kept.get('order')).toBe('name')
  expect(stored.get('order')).toBe('newest')
  isFull = false
  kept.set('order', 'oldest')
  expect(kept.get('order')).toBe('oldest')
  expect(stored.get('order')).toBe('oldest')
})
