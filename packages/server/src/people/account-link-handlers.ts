import { ApiError } from '@colloquy/api'
import { roleCan } from '@colloquy/permissions'
import type { User } from '@colloquy/storage'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../access/auth.js'
import { csrfToken } from '../access/csrf-token.js'
import type { Handlers } from '../http/handler.js'
import { publicUrl } from '../http/public-url.js'
import { emailTextsIn, languagesOf } from '../mail/emails/emails.js'
import { mailsLinks, sendLink } from '../mail/send-link.js'
import { sendMail } from '../mail/send-mail.js'
import { requestEntry } from '../observability/logger.js'
import type { Needs } from '../service.js'
import { newSignIn } from '../sign-in/new-sign-in.js'
import { hashPassword } from '../sign-in/password.js'
import { proveAccount } from '../sign-in/prove-password.js'
import { findAccountLink, newAccountLink } from './account-link.js'
import { mailPasswordLink, sendPasswordLink } from './mail-password-link.js'

type AccountLinkHandlers = Handlers<
  | 'requestPasswordLink'
  | 'createPasswordLink'
  | 'openPasswordLink'
  | 'usePasswordLink'
  | 'changeEmail'
  | 'confirmEmail'
  | 'verifyEmail'
>

export const accountLinkHandlers: AccountLinkHandlers = {
  /** Sends the email after answering, so that neither the answer nor its timing reveals if the address has an account. */
  async requestPasswordLink(service, { body, request }) {
    const isMailing = mailsLinks(service)
    if (isMailing)
      setImmediate(() => {
        const failed = (error: unknown) =>
          request.log.error({ err: error, ...requestEntry(request) }, 'emailing a password link failed')
        mailPasswordLink(service, body.email, request).catch(failed)
      })
    return { isMailing }
  },

  async createPasswordLink(service, { caller, body, request }) {
    const user = await managedAccount(service, caller, body.email)
    const { link, fragment } = newAccountLink(service, { userId: user.id, kind: 'password', email: null })
    await service.storage.accountLinks.create(link)
    const isMailed = !caller.user.isAdmin && (await sendPasswordLink(service, user, fragment, request))
    return { isMailed, ...(!isMailed && { link: `${publicUrl(service, request)}/#${fragment}` }) }
  },

  async openPasswordLink(service, { body }) {
    const { userId } = await findAccountLink(service, body.token, 'password')
    const user = await service.storage.users.get(userId)
    return { email: user?.email ?? '' }
  },

  async usePasswordLink(service, { body, request, reply }) {
    const link = await findAccountLink(service, body.token, 'password')
    const user = await service.storage.users.get(link.userId)
    if (!user) throw new ApiError('account_link_not_found')
    const passwordHash = await hashPassword(body.password)
    const signIn = newSignIn(service, user, { request, reply })
    const outcome = await service.storage.accountLinks.setPassword(link.id, passwordHash, signIn, service.now())
    if (outcome === 'missing') throw new ApiError('account_link_not_found')
    return { csrfToken: csrfToken(service.secret, signIn) }
  },

  async changeEmail(service, { caller, body, request }) {
    const { users, accountLinks } = service.storage
    const { user } = caller
    await proveAccount(service, request, caller, body.currentPassword)
    const owner = await users.findByEmail(body.email)
    if (owner && owner.id !== user.id) throw new ApiError('email_taken')
    if (!mailsLinks(service)) {
      const outcome = await accountLinks.changeEmail(user.id, body.email, user.isAdmin, service.now())
      if (outcome === 'taken') throw new ApiError('email_taken')
      notifyOldAddress(service, user, { after: body.email, request })
      return { outcome: 'changed' }
    }
    const { link, fragment } = newAccountLink(service, { userId: user.id, kind: 'email', email: body.email })
    await accountLinks.create(link)
    const isMailed = await sendLink(service, {
      to: body.email,
      fragment,
      texts: (link) => emailTextsIn(languagesOf(user, request)).confirmEmail({ link }),
    })
    return { outcome: isMailed ? 'mailed' : 'not mailed' }
  },

  async confirmEmail(service, { body, request }) {
    const link = await findAccountLink(service, body.token, 'email')
    const before = await service.storage.users.get(link.userId)
    const outcome = await service.storage.accountLinks.confirmEmail(link.id, service.now())
    if (outcome === 'missing') throw new ApiError('account_link_not_found')
    if (outcome === 'taken') throw new ApiError('email_taken')
    const email = link.email as string
    notifyOldAddress(service, before, { after: email, request })
    return { message: 'success', email }
  },

  async verifyEmail(service, { body }) {
    if (!(await service.storage.users.verifyEmail(body.email, service.now()))) throw new ApiError('account_not_found')
    return { message: 'success' }
  },
}

/** Notifies the previous address of an account; `before` is the account before the change. */
function notifyOldAddress(
  service: Needs<'config' | 'ports'>,
  before: User | undefined,
  { after, request }: { after: string; request: FastifyRequest },
): void {
  if (!before?.email || before.email === after) return
  const words = emailTextsIn(languagesOf(before, request)).emailChanged({ email: after })
  void sendMail(service, { to: before.email, ...words })
}

/**
 * Returns an account that the caller may create a password link for. The link gives full access to the account, so it requires an instance
 * admin, or an admin of the workspace whose invitation created the account and of every other workspace that it belongs to.
 */
async function managedAccount(service: Needs<'storage'>, { user: admin }: Caller, email: string): Promise<User> {
  const { users, members, workspaces } = service.storage
  const user = await users.findByEmail(email)
  if (!user) throw new ApiError('member_not_found')
  if (admin.isAdmin) return user
  const lookedAfter = await members.lookedAfter(user.id, admin.id)
  if (lookedAfter === 'all' && !user.isAdmin && (await isCreatedBy(service, admin, user))) return user
  if (lookedAfter !== 'none') throw new ApiError('belongs_elsewhere')
  const mine = await workspaces.list(admin.id)
  const roles = await Promise.all(mine.map(({ id }) => workspaces.role(id, user.id)))
  throw new ApiError(roles.some((role) => role !== undefined) ? 'forbidden' : 'member_not_found')
}

async function isCreatedBy({ storage }: Needs<'storage'>, admin: User, { originWorkspaceId }: User): Promise<boolean> {
  if (originWorkspaceId === null) return false
  return roleCan(await storage.workspaces.role(originWorkspaceId, admin.id), 'members.manage')
}
