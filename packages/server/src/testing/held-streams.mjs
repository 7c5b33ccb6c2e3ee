/**
 * A model that writes one word and waits, and clients that follow its texts. A thread, so that their memory is not that of the service. Takes
 * messages `{ follow: urls }`, answered once each client has its first piece, and `{ goOn: true }`, answered once all texts have ended.
 */
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { parentPort } from 'node:worker_threads'

const waiting = []
const ends = []

const event = (delta, finish = null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`

const model = createServer((asked, answer) => {
  asked.resume().once('end', () => {
    answer.writeHead(200, { 'content-type': 'text/event-stream' })
    answer.write(event({ content: 'Hello ' }))
    waiting.push(() => answer.end(`${event({ content: 'you' })}${event({}, 'stop')}data: [DONE]\n\n`))
  })
})
model.listen(0, '127.0.0.1', () => parentPort.postMessage({ port: model.address().port }))

parentPort.on('message', async ({ follow = [], goOn }) => {
  await Promise.all(follow.map(followText))
  if (!goOn) return parentPort.postMessage({ held: waiting.length })
  for (const end of waiting.splice(0)) end()
  parentPort.postMessage({ texts: await Promise.all(ends.splice(0)) })
})

/** Resolves once the text has begun. */
async function followText(url) {
  const outgoing = request(url, { method: 'POST', agent: false }).end()
  const [incoming] = await once(outgoing, 'response')
  let text = ''
  incoming.setEncoding('utf8').on('data', (piece) => {
    text += piece
  })
  await once(incoming, 'data')
  ends.push(once(incoming, 'end').then(() => text))
}
