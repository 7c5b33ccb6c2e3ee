import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@colloquy/test-kit/free-port'
import { catchMail, headersOf } from '@colloquy/test-kit/mail-catcher'
import { standIn } from '@colloquy/test-kit/providers/stand-in'
import type { SMTPServerOptions } from 'smtp-server'
import { askingBot } from '../test-service.js'
import { type HttpClient, httpClient, publishBot } from './http-client.js'
import type { InstanceData } from './instance-data.js'
import { adminToken, type ServiceProcess, startAt } from './service-process.js'

/** Counts of a run, and its problems. */
export interface NotifiedRun {
  kills: number
  results: number
  /** Emails that say that they may repeat another one. */
  doubtful: number
  problems: string[]
}

interface Mail {
  raw: string
  resultIds: string[]
  messageId: string
  isDoubtful: boolean
}

/**
 * Lets visitors complete results of which a person is notified by email and by a webhook, while processes are killed with SIGKILL: at any
 * moment, or when the mail server has accepted an email and has not said so. Returns problems: a result that was not reported, or twice in
 * emails of which the second one does not say that it may be a repetition, or in calls with different ids.
 */
export async function killWhileNotifying(
  data: InstanceData,
  { rounds, instances }: { rounds: number; instances: number },
): Promise<NotifiedRun> {
  const http = httpClient()
  const mails: Mail[] = []
  let onMail: (() => Promise<void>) | undefined
  const catcher = await catchMail('secret', { onData: caughtBy(mails, () => onMail?.()) })
  const web = await standIn(() => ({ status: 200, json: {} }))
  const env = {
    SMTP_URL: `smtp://127.0.0.1:${catcher.port}`,
    MAIL_FROM: 'Bots <bots@example.com>',
    EGRESS_ALLOW: web.entry,
  }
  let processes: ServiceProcess[] = []
  const start = async () => {
    processes = await Promise.all(
      Array.from({ length: instances }, async () => {
        const port = await freePort()
        return startAt(data, { ...env, PORT: `${port}`, COLLOQUY_PUBLIC_URL: `http://127.0.0.1:${port}` })
      }),
    )
  }
  const kill = async () => {
    await Promise.all(processes.map((process) => process.end('SIGKILL')))
  }
  await start()
  await addRules(http, (processes[0] as ServiceProcess).url, web.url)
  await kill()
  await data.change("UPDATE users SET email = 'ana@example.com', email_verified_at = 1")
  const results: string[] = []
  for (let round = 0; round < rounds; round++) {
    await makeDue(data)
    const isOnMail = round % 2 === 0
    const killed = new Promise<void>((resolve) => {
      onMail = isOnMail ? () => kill().then(resolve) : undefined
    })
    await start()
    // Few, so that one email lists all of them.
    results.push(...(await completeResults(http, (processes.at(-1) as ServiceProcess).url, 3)))
    await (isOnMail ? Promise.race([killed, sleep(20_000)]) : sleep(round * 7))
    onMail = undefined
    await kill()
  }
  await makeDue(data)
  await start()
  const waiting = async () => (await data.rows(openWork)).length
  for (let tries = 0; tries < 300 && (await waiting()) > 0; tries++) {
    await sleep(100)
    await data.change(`UPDATE notification_rules SET due_at = 1 WHERE due_at > ${Date.now()}`)
  }
  const left = await waiting()
  await Promise.all(processes.map((process) => process.end('SIGTERM')))
  http.close()
  await catcher.close()
  await web.close()
  const calls = web.received.map(({ headers, json }) => ({
    id: String(headers['webhook-id']),
    resultId: String(json?.data?.result?.id),
  }))
  return {
    kills: rounds,
    results: results.length,
    doubtful: mails.filter(({ isDoubtful }) => isDoubtful).length,
    problems: [
      ...(left > 0 ? [`${left} notifications still wait`] : []),
      ...results.flatMap((id) => [...problemsOfMails(id, mails), ...problemsOfCalls(id, calls)]),
      ...(await data.inspect()),
    ],
  }
}

/** Keeps emails, and calls `onMail` before it answers that they were accepted. */
const caughtBy =
  (mails: Mail[], onMail: () => Promise<void> | undefined): NonNullable<SMTPServerOptions['onData']> =>
  (stream, _session, done) => {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      const raw = Buffer.concat(chunks).toString('latin1')
      const text = raw.replace(/=\r\n/g, '')
      mails.push({
        raw,
        resultIds: [...new Set(Array.from(text.matchAll(/\/results\/(\w+)/g), ([, id]) => String(id)))],
        messageId: new Map(headersOf(raw)).get('message-id') ?? '',
        isDoubtful: text.includes('You may have got this email already'),
      })
      void Promise.resolve(onMail()).then(() => done())
    })
  }

async function addRules(http: HttpClient, url: string, hook: string): Promise<void> {
  const botId = await publishBot(url, askingBot('notified', 1))
  const headers = { authorization: `Bearer ${adminToken}` }
  const common = { event: 'completed', frequency: 'now', timeZone: 'UTC' }
  for (const channel of [{ channel: 'email' }, { channel: 'webhook', url: hook }]) {
    const path = `${url}/api/v1/bots/${botId}/notification-rules`
    const { status, text } = await http.post(path, { ...common, ...channel }, headers)
    if (status !== 200) throw new Error(`The notification was answered ${status}: ${text}`)
  }
}

/** Returns the ids of the results that were answered. */
async function completeResults(http: HttpClient, url: string, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let index = 0; index < count; index++) {
    const started = await http.post(`${url}/api/v1/bots/notified/startChat`, {}).catch(() => undefined)
    const { sessionId, resultId } = JSON.parse(started?.text ?? '{}') as { sessionId?: string; resultId?: string }
    const answered = await http
      .post(`${url}/api/v1/sessions/${sessionId}/continueChat`, { message: 'Ada' })
      .catch(() => undefined)
    if (answered?.status === 200 && resultId !== undefined) ids.push(resultId)
  }
  return ids
}

/** Lets leases of processes that were killed pass, and the pauses between two notifications. */
async function makeDue(data: InstanceData): Promise<void> {
  const now = Date.now()
  await data.change('UPDATE notification_rules SET leased_until = 1 WHERE leased_until > 1')
  await data.change(`UPDATE notification_rules SET due_at = ${now} WHERE due_at > ${now}`)
  await data.change("UPDATE deliveries SET due_at = 1 WHERE state = 'waiting'")
}

const openWork = `SELECT id FROM notices UNION ALL SELECT id FROM notification_rules WHERE due_at IS NOT NULL
  UNION ALL SELECT id FROM deliveries WHERE state = 'waiting'`

function problemsOfMails(resultId: string, mails: readonly Mail[]): string[] {
  const [first, ...more] = mails.filter(({ resultIds }) => resultIds.includes(resultId))
  if (!first) return [`${resultId} was not reported by an email`]
  return more.flatMap((mail) => {
    const isSame = mail.resultIds.join() === first.resultIds.join()
    return [
      ...(mail.isDoubtful ? [] : [`${resultId} was reported again by an email that does not say so`]),
      ...(isSame && mail.messageId !== first.messageId ? [`${resultId} was repeated with another Message-ID`] : []),
    ]
  })
}

function problemsOfCalls(resultId: string, calls: readonly { id: string; resultId: string }[]): string[] {
  const ids = new Set(calls.filter((call) => call.resultId === resultId).map(({ id }) => id))
  return ids.size === 1 ? [] : [`${resultId} was reported by calls with ${ids.size} ids`]
}
