import type { Attack } from './attack.js'
import { circleOf } from './hostile-flows.js'

const file = Buffer.alloc(5_000_000, 'x')
const addresses = 8

/** Visitors upload files of megabytes at once, again and again. */
export const parallelUploads: Attack = {
  name: 'parallel uploads of 5 MB',
  who: 'visitor',
  everyMs: 100,
  atOnce: 24,
  async prepare(client) {
    const bot = await client.publish(circleOf({ id: 'file', type: 'file input' }))
    let number = 0
    return async () => {
      number += 1
      const sending = { from: 1 + (number % addresses) }
      const sessionId = await client.session(bot, sending)
      if (sessionId === undefined) return
      const asked = { sessionId, fileName: 'large.bin', fileType: 'application/octet-stream', fileSize: file.length }
      const { text } = await client.send('POST', '/api/v3/generate-upload-url', asked, sending)
      const url = /"presignedUrl":"([^"]+)"/.exec(text)?.[1]
      if (url === undefined) return
      const headers = { 'content-type': 'application/octet-stream' }
      await client.send('PUT', new URL(url).pathname, file, { ...sending, headers })
    }
  },
}
