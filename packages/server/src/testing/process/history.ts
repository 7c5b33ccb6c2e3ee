import { openPostgres, openSqlite, type Storage, type TurnRow } from '@colloquy/storage'

/** A request of a client, and its result: a complete answer, or nothing. */
export interface Operation {
  kind: 'start' | 'reply'
  /** Known for a start once it was answered. */
  sessionId?: string
  key?: string
  /** Unique in the history; absent from a start. */
  message?: string
  /** The bytes that arrived; undefined while the fate of the request is unknown. */
  answer?: string
  /** Time on the client's clock, in milliseconds. */
  began: number
  ended?: number
}

/**
 * Compares the observations of clients with the stored data, in the folder of a service that has ended or in a PostgreSQL. Answered
 * operations and rows of turns match one to one, byte by byte; an unanswered operation exists once or not at all; numbers run from 1
 * without a gap, in an order that agrees with the clock; the result is the sum of the replies. The flow is that of `askingBot`. Returns the
 * violations, one line each.
 */
export async function checkHistory(
  data: string,
  operations: readonly Operation[],
  allowed: Allowed = { isUnansweredStored: true },
): Promise<string[]> {
  const storage = await openStorageAt(data)
  try {
    const problems: string[] = []
    for (const [sessionId, ofSession] of bySession(operations)) {
      problems.push(...(await checkSession(storage, sessionId, ofSession, allowed)))
    }
    return problems
  } finally {
    await storage.close()
  }
}

/** Opens the storage of a data folder or of a PostgreSQL. */
export function openStorageAt(data: string): Promise<Storage> {
  return data.startsWith('postgres:') ? openPostgres({ url: data }) : openSqlite({ folder: data })
}

/** Skips starts that were never answered, as their sessions are unknown. */
function bySession(operations: readonly Operation[]): Map<string, Operation[]> {
  const sessions = new Map<string, Operation[]>()
  for (const operation of operations) {
    if (operation.sessionId === undefined) continue
    const known = sessions.get(operation.sessionId)
    if (known) known.push(operation)
    else sessions.set(operation.sessionId, [operation])
  }
  return sessions
}

interface Allowed {
  /** True if a request may have been stored whose answer never arrived, as after a kill. */
  isUnansweredStored: boolean
}

async function checkSession(
  storage: Storage,
  id: string,
  operations: readonly Operation[],
  { isUnansweredStored }: Allowed,
): Promise<string[]> {
  const problems: string[] = []
  const session = await storage.sessions.get(id)
  if (!session) return [`Session ${id} is gone.`]
  const turns = await storage.sessions.turns(id)
  const report = (text: string) => problems.push(`Session ${id}: ${text}`)
  const numbers = turns.map(({ number }) => number)
  if (numbers.some((number, index) => number !== index + 1)) report(`its turns are numbered ${numbers.join(', ')}.`)
  if (session.version !== turns.length) report(`it stands at version ${session.version} after ${turns.length} turns.`)

  const turnOf = new Map<Operation, TurnRow>()
  for (const turn of turns) {
    const owners = operations.filter((operation) => isOf(operation, turn))
    const [owner] = owners
    if (!owner || owners.length > 1) report(`turn ${turn.number} belongs to ${owners.length} requests.`)
    else if (turnOf.has(owner)) report(`"${owner.message}" was taken twice.`)
    else turnOf.set(owner, turn)
  }
  for (const operation of operations) {
    const turn = turnOf.get(operation)
    if (operation.answer === undefined) {
      if (turn && !isUnansweredStored) report(`"${operation.message}" was taken, but never answered.`)
    } else if (!turn) report(`"${operation.message ?? 'start'}" was answered, but is lost.`)
    else if (turn.answer !== operation.answer)
      report(`turn ${turn.number} is stored with other bytes than were answered.`)
  }
  const inOrder = [...turnOf].sort(([, a], [, b]) => a.number - b.number).map(([operation]) => operation)
  for (const [index, earlier] of inOrder.entries()) {
    const late = inOrder.slice(index + 1).find((later) => (later.ended ?? Infinity) < earlier.began)
    if (late) report(`"${late.message}" had been answered before "${earlier.message}" was sent, but comes behind it.`)
  }
  return [...problems, ...(await checkResult(storage, id, turns))]
}

function isOf(operation: Operation, turn: TurnRow): boolean {
  if (turn.number === 1) return operation.kind === 'start'
  return operation.kind === 'reply' && messageOf(turn) === operation.message
}

/** Checks that every reply is an answer, in the order of the turns, and that the variable has the last one. */
async function checkResult(storage: Storage, id: string, turns: readonly TurnRow[]): Promise<string[]> {
  const session = await storage.sessions.get(id)
  const resultId = session?.resultId
  const result =
    session && resultId ? await storage.results.get(session.workspaceId, session.botId, resultId) : undefined
  if (!result) return [`Session ${id} has no result.`]
  const said = turns.slice(1).map(messageOf)
  const answers = (await storage.results.answers([result.id])).map(({ content }) => content)
  const problems: string[] = []
  if (answers.join('|') !== said.join('|'))
    problems.push(`Session ${id}: the replies ${said} are recorded as ${answers}.`)
  const variables = JSON.parse(result.variables) as { name: string; value: unknown }[]
  const value = variables.find(({ name }) => name === 'Name')?.value
  if (said.length > 0 && value !== said.at(-1)) problems.push(`Session ${id}: the variable is ${value} after ${said}.`)
  return problems
}

function messageOf(turn: TurnRow): string | undefined {
  return (JSON.parse(turn.request) as { message?: { text?: string } }).message?.text
}
