/** Measures streamed texts: the time that the service adds before the first piece, and the effect of open streams on other turns and on memory. */
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { chainFlow } from './flow.mjs'
import { measurement, ratio } from './measurements.mjs'
import { median } from './median.mjs'
import { publish, usage } from './processes.mjs'

const pieces = 50
const beside = 200

/** Resolves to the measurements. */
export async function benchStreams(programs, { runs, seconds, say }) {
  const streams = await openStreams(programs)
  const [plain] = await publish(streams.service, [chainFlow(10)])
  const load = (name) => programs.runLoad(name, { url: streams.service.url, publicId: plain, connections: 1, seconds })
  const samples = { whole: [], first: [], alone: [], among: [], memory: [] }
  await streams.firstPiece()
  await streams.modelTurn()
  for (let run = 0; run < runs; run += 1) {
    say(`streams, run ${run + 1} of ${runs}...`)
    const times = []
    for (let piece = 0; piece < pieces; piece += 1) times.push(await streams.firstPiece())
    samples.first.push(median(times))
    const turns = []
    for (let turn = 0; turn < pieces; turn += 1) turns.push(await streams.modelTurn())
    samples.whole.push(median(turns))
    samples.alone.push((await load('turns without streams')).p50)
    const before = usage(streams.service.pid)?.memory
    const end = await streams.open(beside)
    samples.among.push((await load(`turns beside ${beside} streams`)).p50)
    if (before !== undefined) samples.memory.push(((usage(streams.service.pid).memory - before) * 1024) / beside)
    await end()
  }
  streams.close()
  await streams.service.stop()
  const name = 'turn without streams: p50'
  return [
    measurement('turn with a whole answer of a model, and the start of its chat', samples.whole, 'ms'),
    measurement('first piece of a streamed text, added by the service', samples.first, 'ms'),
    measurement(name, samples.alone, 'ms'),
    measurement(`turn beside ${beside} streams: p50`, samples.among, 'ms', ratio(samples.among, samples.alone, name)),
    ...(samples.memory.length > 0 ? [measurement('memory of an open stream', samples.memory, 'KB')] : []),
  ]
}

/** A service with a bot whose model says one word and waits, and clients that follow it. */
export async function openStreams({ startService }, limits = {}) {
  const waiting = []
  let wroteAt = 0
  let held = 0
  const chunk = (delta, finish = null) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
  const message = { role: 'assistant', content: 'Hello you' }
  const whole = JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] })
  const model = createServer((asked, response) => {
    let body = ''
    asked.setEncoding('utf8').on('data', (text) => {
      body += text
    })
    asked.once('end', () => {
      if (!JSON.parse(body).stream) return response.writeHead(200, { 'content-type': 'application/json' }).end(whole)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      held += 1
      response.once('close', () => {
        held -= 1
      })
      wroteAt = performance.now()
      response.write(chunk({ content: 'Hello ' }))
      waiting.push(() => response.end(`${chunk({ content: 'you' })}${chunk({}, 'stop')}data: [DONE]\n\n`))
    })
  })
  model.listen(0, '127.0.0.1', 4096)
  await once(model, 'listening')
  const address = `127.0.0.1:${model.address().port}`
  const service = await startService('streams', {
    EGRESS_ALLOW: address,
    COLLOQUY_LIMITS: JSON.stringify({ modelIdleSeconds: 120, modelFirstByteSeconds: 120, ...limits }),
  })
  const { workspace } = await service.call('POST', '/workspaces', { name: 'Streams' })
  const credentials = {
    type: 'groq',
    name: 'Model',
    data: { apiKey: 'a-key-of-the-bench', baseUrl: `http://${address}` },
  }
  const { credentialsId } = await service.call('POST', '/credentials', { workspaceId: workspace.id, credentials })
  const { bot } = await service.call('POST', '/bots', { workspaceId: workspace.id, bot: streamingBot(credentialsId) })
  await service.call('POST', `/bots/${bot.id}/publish`, {})

  /** Follows a new text; resolves to the time of its first piece, and to what resolves at its end. */
  async function follow() {
    const { sessionId } = await service.call('POST', '/bots/bench-streams/startChat', { isStreamEnabled: true })
    const sent = request(`${service.url}/api/v1/sessions/${sessionId}/streamMessage`, { method: 'POST', agent: false })
    sent.end()
    const [response] = await once(sent, 'response')
    if (response.statusCode !== 200) throw new Error(`A stream was answered with ${response.statusCode}.`)
    await once(response, 'data')
    const at = performance.now()
    response.resume()
    return { at, ended: once(response, 'end') }
  }
  const finish = () => {
    for (const end of waiting.splice(0)) end()
  }

  return {
    service,
    /** Milliseconds from the first piece of the model to that of the client. */
    async firstPiece() {
      const { at, ended } = await follow()
      const time = at - wroteAt
      finish()
      await ended
      return time
    },
    /** Milliseconds of a turn that gets a whole answer of the model, which takes it no time. */
    async modelTurn() {
      const began = performance.now()
      await service.call('POST', '/bots/bench-streams/startChat', {})
      return performance.now() - began
    },
    /** Opens so many streams; resolves to what ends them. */
    async open(count, atOnce = 50) {
      const open = []
      let left = count
      const worker = async () => {
        while (left > 0) {
          left -= 1
          open.push((await follow()).ended)
        }
      }
      await Promise.all(Array.from({ length: atOnce }, worker))
      return async () => {
        finish()
        await Promise.all(open)
      }
    },
    /** Number of texts that the model has not finished. */
    held: () => held,
    close: () => model.close(),
  }
}

function streamingBot(credentialsId) {
  const at = { x: 0, y: 0 }
  const options = {
    action: 'Create chat completion',
    credentialsId,
    model: 'a-model',
    messages: [{ role: 'user', content: 'Hi' }],
    responseMapping: [{ item: 'Message content', variableId: 'v1' }],
  }
  const richText = [{ type: 'p', children: [{ text: '{{Answer}}' }] }]
  return {
    name: 'Streams',
    publicId: 'bench-streams',
    events: [{ id: 'e1', type: 'start', graphCoordinates: at, outgoingEdgeId: 'ed1' }],
    edges: [{ id: 'ed1', from: { eventId: 'e1' }, to: { groupId: 'g1' } }],
    variables: [{ id: 'v1', name: 'Answer' }],
    groups: [
      {
        id: 'g1',
        title: 'Ask',
        graphCoordinates: at,
        blocks: [
          { id: 'model', type: 'groq', options },
          { id: 'shown', type: 'text', content: { richText } },
          { id: 'more', type: 'text input' },
        ],
      },
    ],
  }
}
