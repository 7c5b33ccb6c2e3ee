/** Follows so many streamed texts at an address, each of a chat of its own; prints "open" once each has got its first piece, and stays. */
import { once } from 'node:events'
import { Agent, request } from 'node:http'

const [url, count] = process.argv.slice(2)
const atOnce = 20
const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
let left = Number(count)

await Promise.all(Array.from({ length: atOnce }, work))
agent.destroy()
console.log('open')
setInterval(() => {}, 60_000)

async function work() {
  while (left > 0) {
    left -= 1
    const { sessionId } = await begin()
    const sent = request(`${url}/api/v1/sessions/${sessionId}/streamMessage`, { method: 'POST', agent: false })
    sent.end()
    const [response] = await once(sent, 'response')
    if (response.statusCode !== 200) throw new Error(`A stream was answered with ${response.statusCode}.`)
    await once(response, 'data')
    response.resume()
  }
}

async function begin() {
  const sent = request(`${url}/api/v1/bots/bench-streams/startChat`, {
    method: 'POST',
    agent,
    headers: { 'content-type': 'application/json' },
  })
  sent.end('{"isStreamEnabled":true}')
  const [response] = await once(sent, 'response')
  let text = ''
  for await (const part of response.setEncoding('utf8')) text += part
  if (response.statusCode !== 200) throw new Error(`A start was answered with ${response.statusCode}: ${text}`)
  return JSON.parse(text)
}
