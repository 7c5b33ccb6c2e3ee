import type { EndpointId } from '@colloquy/api'
import { hashToken } from '../access/auth.js'
import { newId } from '../ids.js'
import { browser } from './browser.js'
import { asGuest, exceedRate, unknown } from './common-failures.js'
import type { Answer, Drive, Failures, World } from './operation-world.js'

const asMember: Drive = async ({ service, ids, run }) => {
  const { value } = await service.addMember(ids.workspaceId, 'MEMBER')
  return run({ headers: { authorization: `Bearer ${value}` } })
}
const asReader: Drive = async ({ service, ids: { workspaceId, botId }, run }) => {
  const { userId, value } = await service.addMember(workspaceId, 'GUEST')
  await service.storage.collaborators.add(workspaceId, { botId, userId, type: 'READ', createdAt: 1, updatedAt: 1 })
  return run({ headers: { authorization: `Bearer ${value}` } })
}
const onLastAdmin: Drive = async ({ service, as, run }) => {
  const { id } = (await service.call('GET', '/api/v1/users/me', undefined, as)).body
  return run({ ids: { userId: id }, body: { role: 'GUEST' } })
}
const withoutSeats: Drive = async ({ service, ids, run }) => {
  await service.storage.workspaces.update(ids.workspaceId, { plan: 'FREE' }, Date.now())
  return run()
}
const twice: Drive = async ({ run }) => {
  await run()
  return run()
}
const withoutCurrentPassword: Record<string, object> = {
  changeEmail: { email: `${newId()}@example.com` },
  setPassword: { password: 'another password' },
  deleteMe: { workspaces: [] },
}
/** Runs the operation as a person who is logged in with a password, but gives no password. */
async function withoutPassword({ service, as, endpoint }: World): Promise<Answer> {
  const account = { email: `${newId()}@example.com`, password: 'a long password' }
  await service.call('PUT', '/api/v1/users/me/password', account, as)
  const page = browser(service)
  await page.call('POST', '/api/v1/sign-in', account)
  return page.call(endpoint.method, endpoint.path, withoutCurrentPassword[endpoint.id])
}
const withTakenEmail: Drive = async ({ service, ids, run }) => {
  const email = `${ids.botId}@example.com`
  const { value } = await service.addToken()
  const body = { email, password: 'a long password' }
  await service.call('PUT', '/api/v1/users/me/password', body, { authorization: `Bearer ${value}` })
  return run()
}

/** Failures of operations on people, by error code. */
export const peopleFailures: Partial<Record<EndpointId, Failures>> = {
  signIn: { sign_in_failed: ({ run }) => run({ body: { token: 'wrong' } }), too_many_requests: exceedRate },
  deleteSignIn: { sign_in_not_found: unknown('signInId') },
  setPassword: { wrong_password: withoutPassword, email_taken: withTakenEmail, too_many_requests: exceedRate },
  requestPasswordLink: { too_many_requests: exceedRate },
  createPasswordLink: {
    member_not_found: ({ run }) => run({ body: { email: `${newId()}@example.com` } }),
    forbidden: asMember,
    belongs_elsewhere: async ({ service, ids, run }) => {
      const user = await service.storage.users.findByEmail(ids.memberEmail)
      await service.storage.workspaces.setRole(service.workspaceId, user?.id as string, 'GUEST')
      return run()
    },
    too_many_requests: exceedRate,
  },
  openPasswordLink: { account_link_not_found: unknown('passwordToken'), too_many_requests: exceedRate },
  usePasswordLink: { account_link_not_found: unknown('passwordToken'), too_many_requests: exceedRate },
  changeEmail: {
    wrong_password: withoutPassword,
    email_taken: withTakenEmail,
    too_many_requests: exceedRate,
  },
  confirmEmail: {
    account_link_not_found: unknown('emailToken'),
    email_taken: async ({ service, ids, run }) => {
      const link = await service.storage.accountLinks.findByHash(hashToken(ids.emailToken))
      const { value } = await service.addToken()
      const account = { email: link?.email, password: 'a long password' }
      await service.call('PUT', '/api/v1/users/me/password', account, { authorization: `Bearer ${value}` })
      return run()
    },
    too_many_requests: exceedRate,
  },
  verifyEmail: {
    account_not_found: ({ run }) => run({ body: { email: `${newId()}@example.com` } }),
  },
  deleteMe: {
    wrong_password: withoutPassword,
    last_instance_admin: ({ service, run }) => run({ headers: { authorization: `Bearer ${service.token}` } }),
    workspaces_undecided: ({ run }) => run({ body: { workspaces: [] } }),
    too_many_requests: exceedRate,
  },
  listAccounts: { invalid_cursor: ({ run }) => run({ query: '?cursor=x' }) },
  listAllWorkspaces: { invalid_cursor: ({ run }) => run({ query: '?cursor=x' }) },
  getAccountDeletion: { user_not_found: unknown('userId') },
  deleteAccount: {
    user_not_found: unknown('userId'),
    last_instance_admin: async ({ service, run }) => {
      const owner = await service.storage.users.first()
      return run({ ids: { userId: owner?.id as string } })
    },
    workspaces_undecided: ({ ids, run }) =>
      run({ body: { workspaces: [{ workspaceId: ids.workspaceId, action: 'delete' }] } }),
  },
  confirmClock: { clock_differs: ({ run }) => run({ body: { date: '2099-01-01' } }) },
  updateStanding: { workspace_not_found: unknown('workspaceId') },
  sendTestMail: { too_many_requests: exceedRate },
  acceptOwnInvitation: { invitation_not_found: unknown('ownInvitationId') },
  declineOwnInvitation: { invitation_not_found: unknown('ownInvitationId') },
  listMembers: { workspace_not_found: unknown('workspaceId') },
  updateMember: {
    workspace_not_found: unknown('workspaceId'),
    member_not_found: unknown('userId'),
    forbidden: asMember,
    last_admin: onLastAdmin,
    no_seat_left: withoutSeats,
  },
  deleteMember: {
    workspace_not_found: unknown('workspaceId'),
    member_not_found: unknown('userId'),
    forbidden: asMember,
    last_admin: onLastAdmin,
  },
  listItemsOfMember: {
    workspace_not_found: unknown('workspaceId'),
    member_not_found: unknown('userId'),
    forbidden: asMember,
  },
  listInvitations: { workspace_not_found: unknown('workspaceId'), forbidden: asGuest },
  createInvitation: {
    workspace_not_found: unknown('workspaceId'),
    forbidden: asMember,
    already_invited: twice,
    no_seat_left: withoutSeats,
    too_many_requests: exceedRate,
  },
  updateInvitation: {
    workspace_not_found: unknown('workspaceId'),
    forbidden: asMember,
    invitation_not_found: unknown('invitationId'),
    no_seat_left: withoutSeats,
  },
  deleteInvitation: {
    workspace_not_found: unknown('workspaceId'),
    forbidden: asMember,
    invitation_not_found: unknown('invitationId'),
  },
  openInvitation: { invitation_not_found: unknown('invitationToken'), too_many_requests: exceedRate },
  acceptInvitation: {
    invitation_not_found: unknown('invitationToken'),
    sign_in_failed: async ({ service, ids, run }) => {
      const invitations = await service.storage.invitations.list(ids.workspaceId, null)
      const { value } = await service.addToken()
      const account = { email: invitations[0]?.email, password: 'their own password' }
      await service.call('PUT', '/api/v1/users/me/password', account, { authorization: `Bearer ${value}` })
      return run()
    },
    too_many_requests: exceedRate,
  },
  listCollaborators: { bot_not_found: unknown('botId') },
  updateCollaborator: {
    bot_not_found: unknown('botId'),
    collaborator_not_found: unknown('userId'),
    forbidden: asReader,
  },
  deleteCollaborator: {
    bot_not_found: unknown('botId'),
    collaborator_not_found: unknown('userId'),
    forbidden: asReader,
  },
  listItemsOfCollaborator: {
    bot_not_found: unknown('botId'),
    collaborator_not_found: unknown('userId'),
    forbidden: asReader,
  },
  listBotInvitations: { bot_not_found: unknown('botId'), forbidden: asReader },
  createBotInvitation: {
    bot_not_found: unknown('botId'),
    forbidden: asReader,
    already_invited: twice,
    too_many_requests: exceedRate,
  },
  updateBotInvitation: {
    bot_not_found: unknown('botId'),
    forbidden: asReader,
    invitation_not_found: unknown('botInvitationId'),
  },
  deleteBotInvitation: {
    bot_not_found: unknown('botId'),
    forbidden: asReader,
    invitation_not_found: unknown('botInvitationId'),
  },
}
