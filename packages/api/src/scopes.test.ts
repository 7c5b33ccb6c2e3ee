import { expect, test } from 'vitest'
import { type Endpoint, endpoints } from './index.js'

const all = Object.values<Endpoint>(endpoints)
const idsOf = (which: (endpoint: Endpoint) => boolean) => all.filter(which).map(({ id }) => id)

test('a token of scope read changes nothing: it requests previews, which are dry runs, and reports', () => {
  const previews = ['startPreviewChat', 'setPreviewVariables', 'setPreviewBreakpoints']
  const presence = ['sharePosition', 'shareCursor', 'signOut']
  const reports = ['checkReferences', 'lintFlow', 'replayConversations', 'runTests', 'searchKnowledge']
  expect(idsOf(({ auth, method }) => auth === 'read' && method !== 'GET').toSorted()).toEqual(
    [...previews, ...presence, ...reports].toSorted(),
  )
})

test('people, accounts, tokens and whole workspaces are managed with scope admin only', () => {
  const manages = /\/(members|invitations|collaborators|users|accounts|api-tokens|sign-ins)\b/
  const withLess = idsOf(
    ({ auth, method, path }) => manages.test(path) && method !== 'GET' && auth !== 'none' && auth !== 'admin',
  )
  // A name and the settings of the builder, and what the person is notified of.
  expect(withLess).toEqual(['updateNotificationRule', 'deleteNotificationRule', 'updateMe'])
  expect(all.find(({ id }) => id === 'deleteWorkspace')?.auth).toBe('admin')
})
