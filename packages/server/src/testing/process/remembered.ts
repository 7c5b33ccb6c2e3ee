import { setTimeout as sleep } from 'node:timers/promises'
import { openStorageAt } from './history.js'
import { type HttpClient, httpClient, publishBot } from './http-client.js'
import type { InstanceData } from './instance-data.js'
import { adminToken, type ServiceProcess, startAt } from './service-process.js'

/** A bot that asks for the same attribute again and again. */
function askingAgain(publicId: string): object {
  const at = { x: 0, y: 0 }
  return {
    name: 'Memory',
    publicId,
    events: [{ id: 'start', type: 'start', graphCoordinates: at, outgoingEdgeId: 'go' }],
    edges: [
      { id: 'go', from: { eventId: 'start' }, to: { groupId: 'ask' } },
      { id: 'again', from: { blockId: 'input' }, to: { groupId: 'ask' } },
    ],
    groups: [
      {
        id: 'ask',
        title: 'Ask',
        graphCoordinates: at,
        blocks: [{ id: 'input', type: 'text input', options: { variableId: 'plan' }, outgoingEdgeId: 'again' }],
      },
    ],
    variables: [{ id: 'plan', name: 'contact.plan', attribute: { key: 'plan', type: 'text' } }],
  }
}

/** Counts of a run, and its problems. */
export interface RememberedRun {
  kills: number
  /** Replies that were answered before their process was killed. */
  answered: number
  /** Replies that are stored. */
  stored: number
  problems: string[]
}

/**
 * Kills processes with SIGKILL while visitors reply to a question whose answer is an attribute of their contact. Returns problems: a stored
 * turn without its attribute, an attribute without its turn, a contact without a conversation.
 */
export async function killWhileRemembered(
  data: InstanceData,
  { sessions, kills, instances }: { sessions: number; kills: number; instances: number },
): Promise<RememberedRun> {
  const http = httpClient()
  const startAll = () => Promise.all(Array.from({ length: instances }, () => startAt(data)))
  let processes = await startAll()
  const urlOf = (index: number) => (processes[index % instances] as ServiceProcess).url
  await definePlan(urlOf(0))
  await publishBot(urlOf(0), askingAgain('memory'))
  const ids: string[] = []
  for (let index = 0; index < sessions; index++) {
    const { text } = await http.post(`${urlOf(index)}/api/v1/bots/memory/startChat`, {})
    ids.push((JSON.parse(text) as { sessionId: string }).sessionId)
  }
  let answered = 0
  for (let kill = 0; kill < kills; kill++) {
    const before = answered
    const note = () => {
      answered += 1
    }
    const replies = ids.map((id, index) => replyUntilKilled(http, () => urlOf(index), `${kill}.${index}`, { id, note }))
    // However slow the machine is, processes are killed between replies, at another moment each time.
    for (let tries = 0; tries < 2_000 && answered < before + sessions / 2; tries++) await sleep(5)
    await sleep(kill * 3)
    await Promise.all(processes.map((process) => process.end('SIGKILL')))
    await Promise.all(replies)
    processes = await startAll()
  }
  await Promise.all(processes.map((process) => process.end('SIGTERM')))
  http.close()
  const { stored, problems } = await problemsOf(data, ids)
  return { kills, answered, stored, problems: [...problems, ...(await data.inspect())] }
}

async function definePlan(url: string): Promise<void> {
  const headers = { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' }
  const listed = await fetch(`${url}/api/v1/workspaces`, { headers })
  const [workspace] = ((await listed.json()) as { workspaces: { id: string }[] }).workspaces
  const body = JSON.stringify({ name: 'plan', type: 'text' })
  const made = await fetch(`${url}/api/v1/workspaces/${workspace?.id}/contact-attributes`, {
    method: 'POST',
    headers,
    body,
  })
  if (!made.ok) throw new Error(`The attribute was answered with ${made.status}: ${await made.text()}`)
}

/** Replies one after another until no response arrives. */
async function replyUntilKilled(
  http: HttpClient,
  url: () => string,
  name: string,
  { id, note }: { id: string; note: () => void },
): Promise<void> {
  for (let count = 0; ; count++) {
    const response = await http
      .post(`${url()}/api/v1/sessions/${id}/continueChat`, { message: `plan ${name}.${count}` })
      .catch(() => undefined)
    if (response?.status !== 200) return
    note()
  }
}

async function problemsOf(data: InstanceData, ids: readonly string[]) {
  const storage = await openStorageAt(data.storage)
  const problems: string[] = []
  const owners = new Set<string>()
  let stored = 0
  try {
    for (const id of ids) {
      const session = await storage.sessions.get(id)
      const replies = (await storage.sessions.turns(id)).slice(1)
      stored += replies.length
      const last = /plan \d+\.\d+\.\d+/.exec(replies.at(-1)?.request ?? '')?.[0]
      const contact = session?.contactId
        ? await storage.contacts.get(session.workspaceId, session.contactId)
        : undefined
      if (contact) owners.add(contact.id)
      const [plan] = Object.values(contact?.attributes ?? {})
      if (plan !== last) problems.push(`${id} has the turn ${last}, and its contact the attribute ${plan}`)
    }
    const contacts = await data.rows<{ id: string }>('SELECT id FROM contacts')
    for (const { id } of contacts) if (!owners.has(id)) problems.push(`The contact ${id} has no conversation`)
  } finally {
    await storage.close()
  }
  return { stored, problems }
}
