import { growthOf } from '@colloquy/test-kit/growth'
import { readFor } from '../meta/read.js'

/** How the time to read a call about an `object` grows with its size. */
export function growthOfReading(object: string) {
  return growthOf((size: number) => {
    const events = Array.from({ length: size }, (_, index) => ({
      sender: { id: `${index}` },
      recipient: { id: '77' },
      timestamp: index,
      message: {
        mid: `message ${index}`,
        text: 'Hello',
        is_echo: index % 3 === 0,
        attachments: [{ type: 'file', payload: { url: 'https://cdn.fbsbx.com/a/b/c.pdf?x=1' } }],
      },
    }))
    const entry = [{ id: '77', messaging: events, standby: events, changes: events.map(() => ({ field: 'feed' })) }]
    const data = { accessToken: 't', accountId: '77', appId: '5', appSecret: 's' }
    return readFor(object, { object, entry }, data)
  }, 16_000)
}
