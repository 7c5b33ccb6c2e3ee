import { ApiError, type Endpoints } from '@colloquy/api'
import { instanceOwner } from '@colloquy/ports/shares'
import type { Position } from '@colloquy/storage'
import type * as z from 'zod'
import { readCursor, writeCursor } from '../http/cursor.js'
import type { Handlers } from '../http/handler.js'
import { timestamp } from '../http/timestamp.js'
import type { Limit } from '../limits/limit.js'
import { type LimitName, limitTable } from '../limits/limits.js'
import { mailsLinks } from '../mail/send-link.js'
import { deleteAccount, orphanDocuments } from '../people/delete-account.js'
import type { Needs } from '../service.js'

type OperatorHandlers = Handlers<
  | 'listAccounts'
  | 'getAccountDeletion'
  | 'deleteAccount'
  | 'listAllWorkspaces'
  | 'updateStanding'
  | 'confirmClock'
  | 'listLimits'
  | 'getMailStatus'
  | 'sendTestMail'
>

export const operatorHandlers: OperatorHandlers = {
  async listAccounts(service, { query }) {
    const { rows, nextCursor } = await readPage(service, 'users', query, (page) =>
      service.storage.operator.listAccounts(page),
    )
    return {
      users: rows.map(({ emailVerifiedAt, createdAt, lastUsedAt, ...user }) => ({
        ...user,
        isEmailVerified: emailVerifiedAt !== null,
        createdAt: timestamp(createdAt),
        lastUsedAt: lastUsedAt === null ? null : timestamp(lastUsedAt),
      })),
      nextCursor,
    }
  },

  async getAccountDeletion(service, { params }) {
    if (!(await service.storage.users.get(params.userId))) throw new ApiError('user_not_found')
    return orphanDocuments(service, params.userId)
  },

  async deleteAccount(service, { params, body }) {
    await deleteAccount(service, params.userId, body.workspaces)
    return { message: 'success' }
  },

  async listAllWorkspaces(service, { query }) {
    const { rows, nextCursor } = await readPage(service, 'workspaces', query, (page) =>
      service.storage.operator.listWorkspaces(page),
    )
    const { workspaceResultBytes, workspaceFileBytes } = service.config.limits
    return {
      workspaces: rows.map(({ plan, createdAt, ...workspace }) => ({
        ...workspace,
        plan: plan as z.output<Endpoints['createWorkspace']['response']>['workspace']['plan'],
        createdAt: timestamp(createdAt),
        resultBytes: service.resultQuota.bytesOf(workspace.id) ?? null,
      })),
      maxResultBytes: workspaceResultBytes,
      maxFileBytes: workspaceFileBytes,
      nextCursor,
    }
  },

  async updateStanding(service, { params, body }) {
    const updated = await service.storage.workspaces.update(params.workspaceId, body, service.now())
    if (!updated) throw new ApiError('workspace_not_found')
    service.botCache.forget(undefined)
    return { message: 'success' }
  },

  async confirmClock({ storage, now }, { body }) {
    const at = now()
    const day = Date.parse(body.date)
    if (at < day - widestZone || at >= day + 86_400_000 + widestZone) throw new ApiError('clock_differs')
    await storage.clock.note(at)
    return { message: 'success' }
  },

  async listLimits({ config }) {
    const all = Object.entries<Limit>(limitTable)
    return {
      setBy: 'COLLOQUY_LIMITS',
      limits: all.map(([name, { section, about, unit, value }]) => ({
        name,
        section,
        about,
        unit,
        value: config.limits[name as LimitName],
        default: value,
        isSet: config.limits[name as LimitName] !== value,
      })),
    }
  },

  async getMailStatus(service) {
    const { mailAccount } = service.config
    return {
      server:
        mailAccount?.from === undefined
          ? null
          : {
              host: mailAccount.host,
              port: mailAccount.port,
              isTls: mailAccount.isTls,
              signsIn: mailAccount.password !== undefined,
              from: mailAccount.from.address,
            },
      mailsLinks: mailsLinks(service),
    }
  },

  async sendTestMail({ config: { mailAccount }, ports: { mail } }, { body }) {
    if (mailAccount?.from === undefined)
      return { isSent: false, answer: 'No mail server is set: set SMTP_URL and MAIL_FROM' }
    const text = 'This is a test email of Colloquy. The mail server of the instance works.\n'
    const letter = { owner: instanceOwner, from: mailAccount.from, to: [body.to], subject: 'Test email', text }
    const outcome = await mail.send(letter, mailAccount)
    const isSent = outcome.kind === 'sent'
    return { isSent, answer: isSent ? (outcome.answer ?? '') : outcome.reason }
  },
}

/** Milliseconds between UTC and the zones where the day begins first or last. */
const widestZone = 14 * 3_600_000

interface PageQuery {
  search?: string | undefined
  cursor?: string | undefined
  limit: number
}

/** Reads one page of a list over the whole instance. Throws `invalid_cursor` for the cursor of another list. */
async function readPage<Row extends Position>(
  { secret }: Needs<'secret'>,
  name: string,
  { search, cursor, limit }: PageQuery,
  list: (page: { search?: string | undefined; before?: Position | undefined; limit: number }) => Promise<Row[]>,
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const key = JSON.stringify(['instance', name, search ?? ''])
  const before = cursor === undefined ? undefined : readCursor(secret, key, cursor)
  if (cursor !== undefined && !before)
    throw new ApiError('invalid_cursor', { issues: [{ path: 'cursor', message: 'Not a cursor of this list' }] })
  const found = await list({ search, before, limit: limit + 1 })
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return { rows, nextCursor: last && found.length > limit ? writeCursor(secret, key, last) : null }
}
