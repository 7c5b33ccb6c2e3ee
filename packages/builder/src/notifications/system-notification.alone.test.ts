import { afterEach, expect, it, vi } from 'vitest'
import { showSystemNotification } from './system-notification.js'

afterEach(() => vi.unstubAllGlobals())

it('a notification of a phone, whose pages may not make one, is shown by a service worker', async () => {
  const shown = vi.fn(async () => undefined)
  const registration = { active: Object.assign(new EventTarget(), { state: 'activated' }), showNotification: shown }
  const serviceWorker = { register: vi.fn(async () => registration) }
  vi.stubGlobal('window', {})
  vi.stubGlobal('navigator', { serviceWorker })
  vi.stubGlobal(
    'Notification',
    class {
      constructor() {
        throw new TypeError('Illegal constructor')
      }
    },
  )
  showSystemNotification({ title: 'Inbox', body: 'Hello', tag: 's1', path: '/inbox' })
  await vi.waitFor(() => expect(shown).toHaveBeenCalledOnce())
  expect(shown).toHaveBeenCalledWith('Inbox', { body: 'Hello', tag: 's1', data: { path: '/inbox' } })
  expect(serviceWorker.register).toHaveBeenCalledOnce()
})

it('a browser that refuses notifications is left alone', () => {
  vi.stubGlobal('window', {})
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('Notification', undefined)
  expect(() => showSystemNotification({ title: 'Inbox', body: '', tag: 's1', path: '/inbox' })).not.toThrow()
})
