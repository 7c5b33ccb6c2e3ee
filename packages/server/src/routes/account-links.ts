import { ApiError } from '@colloquy/api'
import type { User } from '@colloquy/storage'
import type { Caller } from '../auth.js'
import type { Handlers } from '../handler.js'
import { requestEntry } from '../logger.js'
import { findAccountLink, newAccountLink } from '../people/account-link.js'
import { mailPasswordLink, mailsPasswordLinks, sendPasswordLink } from '../people/mail-password-link.js'
import { sendMail } from '../people/send-mail.js'
import { publicUrl } from '../public-url.js'
import type { Service } from '../service.js'
import { csrfToken } from '../sign-in/csrf-token.js'
import { isProvenByToken } from '../sign-in/is-proven-by-token.js'
import { newSignIn } from '../sign-in/new-sign-in.js'
import { hashPassword, isPassword } from '../sign-in/password.js'

type AccountLinkHandlers = Handlers<
  'requestPasswordLink' | 'createPasswordLink' | 'openPasswordLink' | 'usePasswordLink' | 'changeEmail' | 'confirmEmail'
>

export const accountLinkHandlers: AccountLinkHandlers = {
  /** What is done for an address comes after the answer, which so tells nothing of it, nor by its time. */
  async requestPasswordLink(service, { body, request }) {
    const isMailing = mailsPasswordLinks(service)
    if (isMailing)
      setImmediate(() => {
        const failed = (error: unknown) =>
          request.log.error({ err: error, ...requestEntry(request) }, 'No link for a password was sent')
        mailPasswordLink(service, body.email).catch(failed)
      })
    return { isMailing }
  },

  async createPasswordLink(service, { caller, body, request }) {
    const user = await lookedAfterBy(service, caller, body.email)
    const { link, fragment } = newAccountLink(service, { userId: user.id, kind: 'password', email: null })
    await service.storage.accountLinks.create(link)
    const address = `${publicUrl(service, request)}/#${fragment}`
    const isMailed = !caller.user.isAdmin && (await sendPasswordLink(service, user, address))
    return { isMailed, ...(!isMailed && { link: address }) }
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
    const { passwords, users, accountLinks } = service.storage
    const { user } = caller
    const stored = await passwords.get(user.id)
    if (stored !== undefined && !isProvenByToken(caller) && !(await isPassword(stored, body.currentPassword ?? '')))
      throw new ApiError('wrong_password')
    const owner = await users.findByEmail(body.email)
    if (owner && owner.id !== user.id) throw new ApiError('email_taken')
    if (!service.config.mailAccount?.from) {
      if ((await accountLinks.changeEmail(user.id, body.email, service.now())) === 'taken')
        throw new ApiError('email_taken')
      return { outcome: 'changed' }
    }
    const { link, fragment } = newAccountLink(service, { userId: user.id, kind: 'email', email: body.email })
    await accountLinks.create(link)
    const text =
      'With this link you confirm that you sign in to Colloquy with this e-mail address from now on. It can be used ' +
      `once, within an hour:\n\n${publicUrl(service, request)}/#${fragment}\n\n` +
      'If you did not ask for it, do nothing: nothing changes then.\n'
    const isMailed = await sendMail(service, { to: body.email, subject: 'Your new e-mail address', text })
    return { outcome: isMailed ? 'mailed' : 'not mailed' }
  },

  async confirmEmail(service, { body }) {
    const link = await findAccountLink(service, body.token, 'email')
    const before = await service.storage.users.get(link.userId)
    const outcome = await service.storage.accountLinks.confirmEmail(link.id, service.now())
    if (outcome === 'missing') throw new ApiError('account_link_not_found')
    if (outcome === 'taken') throw new ApiError('email_taken')
    const email = link.email as string
    const text =
      `You sign in to Colloquy with ${email} from now on, no longer with this address. ` +
      'If that was not you, ask who looks after your workspace for help.\n'
    if (before?.email) void sendMail(service, { to: before.email, subject: 'Your e-mail address was changed', text })
    return { message: 'success', email }
  },
}

/**
 * Somebody whom the caller may give a link. It opens all that a person has, so that it takes to look after all of it: every
 * workspace that they belong to, or the whole service.
 */
async function lookedAfterBy(service: Service, { user: admin }: Caller, email: string): Promise<User> {
  const { users, members, workspaces } = service.storage
  const user = await users.findByEmail(email)
  if (!user) throw new ApiError('member_not_found')
  if (admin.isAdmin) return user
  const lookedAfter = await members.lookedAfter(user.id, admin.id)
  if (lookedAfter === 'all' && !user.isAdmin) return user
  if (lookedAfter !== 'none') throw new ApiError('belongs_elsewhere')
  const mine = await workspaces.list(admin.id)
  const roles = await Promise.all(mine.map(({ id }) => workspaces.role(id, user.id)))
  throw new ApiError(roles.some((role) => role !== undefined) ? 'forbidden' : 'member_not_found')
}
