import { writeCookie } from '../access/cookie.js'
import type { Handlers } from '../http/handler.js'
import { proveAccount } from '../sign-in/prove-password.js'
import { deleteAccount, orphanDocuments } from './delete-account.js'

export const accountDeletionHandlers: Handlers<'getOwnDeletion' | 'deleteMe'> = {
  getOwnDeletion: (service, { caller }) => orphanDocuments(service, caller.user.id),

  async deleteMe(service, { caller, body, request, reply }) {
    await proveAccount(service, request, caller, body.currentPassword)
    await deleteAccount(service, caller.user.id, body.workspaces)
    writeCookie(service, reply, '', 0)
    return { message: 'success' }
  },
}
