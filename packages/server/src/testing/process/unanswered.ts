import { setTimeout as sleep } from 'node:timers/promises'
import { openStorageAt } from './history.js'
import { type HttpClient, httpClient, publishBot } from './http-client.js'
import type { InstanceData } from './instance-data.js'
import { type ServiceProcess, startAt } from './service-process.js'

/** A bot that asks a question, and a second one if nobody answers. */
function remindingBot(publicId: string): object {
  const at = { x: 0, y: 0 }
  const group = (id: string, text: string, ...blocks: object[]) => {
    const richText = [{ type: 'p', children: [{ text }] }]
    return {
      id,
      title: id,
      graphCoordinates: at,
      blocks: [{ id: `say-${id}`, type: 'text', content: { richText } }, ...blocks],
    }
  }
  const exits = [{ id: 'exit', on: 'no-answer', outgoingEdgeId: 'silent', after: { amount: 1, unit: 'hours' } }]
  return {
    name: 'Reminder',
    publicId,
    events: [{ id: 'start', type: 'start', graphCoordinates: at, outgoingEdgeId: 'go' }],
    edges: [
      { id: 'go', from: { eventId: 'start' }, to: { groupId: 'ask' } },
      { id: 'silent', from: { blockId: 'input', itemId: 'exit' }, to: { groupId: 'remind' } },
    ],
    groups: [
      group('ask', 'Your name?', { id: 'input', type: 'text input', exits }),
      group('remind', 'Still there?', { id: 'again', type: 'text input' }),
    ],
  }
}

interface Reply {
  sessionId: string
  text: string
  /** The response; undefined if it did not arrive. */
  answer: string | undefined
}

/** Counts of a run, and its problems. */
export interface UnansweredRun {
  kills: number
  replies: number
  continued: number
  problems: string[]
}

/**
 * Lets the time of many questions pass, again and again, while visitors reply to some of them and processes are killed with SIGKILL. Returns
 * problems: a question that was left twice, or never, or after its answer; a reply that was answered and is not stored, or is stored twice.
 */
export async function killWhileUnanswered(
  data: InstanceData,
  { sessions, kills, instances }: { sessions: number; kills: number; instances: number },
): Promise<UnansweredRun> {
  const http = httpClient()
  let processes = [await startAt(data)]
  const url = () => (processes[0] as ServiceProcess).url
  await publishBot(url(), remindingBot('silent'))
  const ids: string[] = []
  for (let index = 0; index < sessions; index++) {
    const { text } = await http.post(`${url()}/api/v1/bots/silent/startChat`, {})
    ids.push((JSON.parse(text) as { sessionId: string }).sessionId)
  }
  const replies: Reply[] = []
  const end = async () => {
    await Promise.all(processes.map((process) => process.end('SIGKILL')))
  }
  for (let kill = 0; kill < kills; kill++) {
    await end()
    await makeDue(data)
    processes = await Promise.all(Array.from({ length: instances }, () => startAt(data)))
    const sent = ids.slice(kill * 4, kill * 4 + 4).map((id, index) => reply(http, url(), id, `reply ${kill} ${index}`))
    await sleep(kill * 8)
    // With several instances, one of them is killed alone first: the other takes over.
    await processes.at(-1)?.end('SIGKILL')
    if (instances > 1) await sleep(30)
    await end()
    replies.push(...(await Promise.all(sent)))
  }
  await makeDue(data)
  processes = await Promise.all(Array.from({ length: instances }, () => startAt(data)))
  const waiting = async () => (await data.rows('SELECT id FROM sessions WHERE no_answer_at IS NOT NULL')).length
  for (let tries = 0; tries < 600 && (await waiting()) > 0; tries++) await sleep(50)
  const left = await waiting()
  await Promise.all(processes.map((process) => process.end('SIGTERM')))
  http.close()
  const stored = await problemsOf(data, ids, replies)
  return {
    kills,
    replies: replies.length,
    continued: stored.continued,
    problems: [...(left > 0 ? [`${left} questions still wait`] : []), ...stored.problems, ...(await data.inspect())],
  }
}

/** Lets the time of all questions pass, and the leases of processes that were killed. */
const makeDue = (data: InstanceData) =>
  data.change('UPDATE sessions SET no_answer_at = 1 WHERE no_answer_at IS NOT NULL')

async function reply(http: HttpClient, url: string, sessionId: string, text: string): Promise<Reply> {
  const answer = await http
    .post(`${url}/api/v1/sessions/${sessionId}/continueChat`, { message: text })
    .then((response) => (response.status === 200 ? response.text : undefined))
    .catch(() => undefined)
  return { sessionId, text, answer }
}

async function problemsOf(data: InstanceData, ids: readonly string[], replies: readonly Reply[]) {
  const storage = await openStorageAt(data.storage)
  const problems: string[] = []
  let continued = 0
  try {
    for (const id of ids) {
      const turns = await storage.sessions.turns(id)
      const kinds = turns.slice(1).map(({ request }) => {
        const { message } = JSON.parse(request) as { message?: { type: string } }
        return message?.type ?? 'nothing'
      })
      if (kinds[0] === 'no-answer') continued += 1
      const isRight = ['no-answer', 'text', 'no-answer text'].includes(kinds.join(' '))
      if (!isRight) problems.push(`${id} has the turns ${kinds.join(', ') || 'none'}`)
      for (const { text, answer } of replies.filter(({ sessionId }) => sessionId === id)) {
        const stored = turns.filter(({ request }) => request.includes(JSON.stringify(text)))
        if (stored.length > 1) problems.push(`${text} is stored ${stored.length} times`)
        if (answer !== undefined && stored[0]?.answer !== answer)
          problems.push(`${text} is not stored as it was answered`)
      }
    }
  } finally {
    await storage.close()
  }
  return { problems, continued }
}
