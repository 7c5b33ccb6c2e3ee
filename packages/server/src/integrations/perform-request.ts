import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Credentials,
  type HttpCallOfService,
  type Integration,
  type IntegrationType,
  integrations,
  isIntegration,
  jsonOf,
  type ServiceOutcome,
  type ServiceRequest,
} from '@colloquy/flow/integrations'
import { decodeText, type EgressOutcome } from '@colloquy/ports/egress'
import type { MailBudget } from '@colloquy/ports/mail'
import type { TurnScope } from '../effects/effects.js'
import type { Limits } from '../limits/limits.js'
import { isProblem } from '../oauth/access-tokens.js'
import { callKey, type RecentAnswers } from '../process/recent-answers.js'
import { withoutSecrets } from '../service-calls/authenticate.js'
import type { ServicePorts } from '../service-calls/call-service.js'
import type { HeldFiles } from '../service-calls/held-files.js'
import { type FileReader, fileNameOf, type OpenFile, readUpload } from '../service-calls/read-upload.js'
import { signToken } from '../service-calls/sign-token.js'
import { type Called, callWithCredentials } from './call-with-credentials.js'
import { composeMail } from './compose-mail.js'
import { type CallCredentials, type CredentialsOpener, openForCalls } from './open-credentials.js'
import { renderQrCode } from './render-qr-code.js'
import type { StoreFile } from './store-file.js'

export interface RequestHandler extends CredentialsOpener {
  ports: ServicePorts
  limits: Pick<Limits, 'responseBytes' | 'serviceFileBytes'>
  storeFile: StoreFile
  openFile: OpenFile
  recentAnswers: RecentAnswers<ResponseOfService>
  /** Limits the emails of a turn. */
  mailBudget: (scope: TurnScope) => MailBudget
  heldFiles: HeldFiles
  now: () => number
}

export type ResponseOfService = Extract<EgressOutcome, { kind: 'response' }>

const maxKeptBytes = 20_000

/** False for a page in place of JSON, such as one of a gateway that has a problem. */
const isWorthKeeping = (answer: EgressOutcome): answer is ResponseOfService =>
  answer.kind === 'response' &&
  answer.status < 300 &&
  answer.body.byteLength <= maxKeptBytes &&
  jsonOf(decodeText(answer.body, answer.headers)) !== undefined

const defaultSeconds = 20

/**
 * Performs the request of a block to a service. Adds its secrets and removes them from what is returned. Failures of the service do not
 * reject.
 */
export async function performRequest(
  { service, credentialsId, call, file }: ServiceRequest,
  scope: TurnScope,
  handler: RequestHandler,
): Promise<ServiceOutcome> {
  if (!isIntegration(service)) return { answer: 'refused', reason: 'this service is unknown here.' }
  const { credentials }: Integration = integrations[service]
  if (call.kind === 'draw') {
    const picture = await renderQrCode(call.text)
    if (!picture) return { answer: 'failed', reason: 'the text is too long for a QR code.' }
    return handler.storeFile(picture, file ?? { name: 'qr-code.png', type: 'image/png' }, scope)
  }
  if (call.kind === 'look') return look(call.url, scope, handler)
  const found =
    credentialsId === undefined ? undefined : await openForCalls(handler, scope.workspaceId, service, credentialsId)
  if (!credentials || (!found && (credentialsId !== undefined || !credentials.isOptional))) {
    return { answer: 'refused', reason: 'its credentials are not among those of this workspace.' }
  }
  if (found && isProblem(found)) return { answer: 'refused', reason: found.problem }
  if (call.kind === 'sign') return signToken(call, credentials, found?.opened, handler.now())
  const key = call.freshSeconds && callKey(scope.workspaceId, service, credentialsId, call)
  const known = key && handler.recentAnswers.get(key, call.freshSeconds)
  const called = known
    ? { answer: known, opened: found?.opened }
    : await makeCall({ service, credentials, found, call, file }, scope, handler)
  if ('reason' in called) return called
  const { answer, opened } = called
  if (key && isWorthKeeping(answer)) handler.recentAnswers.keep(key, answer)
  if (file && answer.kind === 'response' && answer.status < 300) return handler.storeFile(answer.body, file, scope)
  return outcomeOf(answer, (text) => withoutSecrets(text, credentials, opened?.data ?? {}))
}

interface Making extends Pick<ServiceRequest, 'file'> {
  service: IntegrationType
  credentials: Credentials
  found: CallCredentials | undefined
  call: HttpCallOfService
}

/** Makes a call with its files, which count until it has ended. */
async function makeCall(
  making: Making,
  scope: TurnScope,
  handler: RequestHandler,
): Promise<Called | (ServiceOutcome & { reason: string })> {
  const held = handler.heldFiles.ofCall(scope.workspaceId)
  try {
    return await callWithFiles(making, scope, { ...handler, held })
  } finally {
    held.letGo()
  }
}

/** Makes a call, and repeats it once if the service was too busy to process it. */
async function callWithFiles(
  { service, credentials, found, call, file }: Making,
  scope: TurnScope,
  handler: RequestHandler & FileReader,
): Promise<Called | (ServiceOutcome & { reason: string })> {
  const upload = call.upload && (await readUpload(call.upload, scope, handler))
  if (upload && 'reason' in upload) return upload
  const composed = call.mail && (await composeMail(call.mail, scope, handler, handler.mailBudget(scope)))
  if (composed && 'reason' in composed) return composed
  const json = call.mail && composed ? { ...(call.json as object), [call.mail.field]: composed.raw } : call.json
  const once = () =>
    callWithCredentials(
      {
        type: service,
        credentials,
        call: { ...call, ...(json !== undefined && { json }) },
        ...(upload && { file: upload }),
        request: {
          owner: { workspaceId: scope.workspaceId, botId: scope.botId },
          timeoutSeconds: scope.budget.secondsFor(call.seconds ?? defaultSeconds),
          maxBytes: file ? handler.limits.serviceFileBytes : handler.limits.responseBytes,
          guard: scope.budget,
        },
      },
      found,
      handler.ports,
    )
  const first = await once()
  const wait = call.isRepeatedWhenBusy ? busySeconds(first.answer) : undefined
  if (wait === undefined || wait * 1_000 >= scope.budget.millisecondsLeft()) return first
  await sleep(wait * 1_000)
  return once()
}

/** Returns the seconds that a busy service asks to wait; undefined if it is not busy, or for too long. */
function busySeconds(answer: EgressOutcome): number | undefined {
  if (answer.kind !== 'response' || answer.status !== 429) return undefined
  const given = answer.headers['retry-after']
  const seconds = given !== undefined && /^\d{1,6}$/.test(given) ? Number(given) : 1
  return seconds <= maxWait ? seconds : undefined
}

const maxWait = 10

/** Requests the headers of an address. The author is responsible for the target, so the client for authors' addresses is used. */
async function look(url: string, scope: TurnScope, { ports, limits }: RequestHandler): Promise<ServiceOutcome> {
  const answer = await ports.egress.send({
    owner: { workspaceId: scope.workspaceId, botId: scope.botId },
    url,
    method: 'HEAD',
    headers: [],
    timeoutSeconds: scope.budget.secondsFor(10),
    maxBytes: limits.responseBytes,
    guard: scope.budget,
  })
  if (answer.kind !== 'response' || answer.status >= 300) return outcomeOf(answer, () => '')
  const { 'content-type': type, 'content-length': length, 'content-disposition': disposition = '' } = answer.headers
  const given = /filename="([^"]+)"|filename=([^;\s]+)/i.exec(disposition)
  const name = given?.[1] ?? given?.[2] ?? fileNameOf(url)
  const size = Number(length)
  return {
    answer: 'found',
    file: {
      ...(name && { name }),
      ...(type && { type: type.split(';', 1)[0] }),
      ...(length !== undefined && Number.isSafeInteger(size) && { size }),
    },
  }
}

/** Converts an answer to the form that blocks see. */
function outcomeOf(answer: EgressOutcome, clean: (text: string) => string): ServiceOutcome {
  switch (answer.kind) {
    case 'response': {
      const { 'x-request-id': requestId, 'request-id': otherId = requestId } = answer.headers
      const text = clean(decodeText(answer.body, answer.headers))
      return { answer: 'response', status: answer.status, text, ...(otherId && { requestId: otherId.slice(0, 200) }) }
    }
    case 'timeout':
      return { answer: 'timeout', seconds: answer.seconds }
    case 'too-large':
      return { answer: 'failed', reason: `the answer is larger than ${answer.maxBytes} bytes.` }
    default:
      return { answer: answer.kind, reason: answer.reason }
  }
}
