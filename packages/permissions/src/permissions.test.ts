import { expect, it } from 'vitest'
import {
  can,
  type Permission,
  permissions,
  permissionToOffer,
  rolesWith,
  type ShareType,
  standingInWorkspace,
  standingToBot,
} from './index.js'

it('a guest is to a bot what it is shared with them for, and nothing to other bots', () => {
  expect(standingToBot('GUEST', 'WRITE', false)).toBe('editor')
  expect(standingToBot('GUEST', undefined, false)).toBeUndefined()
  expect(standingToBot('MEMBER', undefined, false)).toBe('member')
})

it('an agent is to a bot whose conversations they answer an agent, unless it is shared with them', () => {
  expect(standingToBot('AGENT', undefined, false, true)).toBe('inboxAgent')
  expect(standingToBot('AGENT', 'WRITE', false, true)).toBe('editor')
  expect(standingToBot('AGENT', undefined, false)).toBeUndefined()
  expect(standingToBot('GUEST', undefined, false, true)).toBeUndefined()
})

it('an agent answers conversations, and neither reads bots nor results', () => {
  expect(Object.keys(permissions).filter((name) => can('inboxAgent', name as Permission))).toEqual([
    'bot.addFile',
    'inbox.answer',
    'inbox.use',
    'workspace.read',
    'workspace.belong',
  ])
})

it('an instance admin is that only where they are nothing else', () => {
  expect(standingInWorkspace('GUEST', true)).toBe('guest')
  expect(standingInWorkspace(undefined, true)).toBe('instanceAdmin')
  expect(standingToBot('GUEST', undefined, true)).toBe('instanceAdmin')
})

it('nobody has a permission without a standing', () => {
  expect(can(undefined, 'bot.open')).toBe(false)
})

it('roles with a permission are those of the table', () => {
  expect(rolesWith('workspace.manage')).toEqual(['ADMIN'])
  expect(rolesWith('bots.create')).toEqual(['ADMIN', 'MEMBER'])
})

it('the public opens a bot, and has no other permission', () => {
  expect(Object.keys(permissions).filter((name) => can('public', name as Permission))).toEqual(['bot.open'])
})

it.each([
  ['viewer', []],
  ['editor', ['READ', 'WRITE']],
  ['manager', ['READ', 'WRITE', 'FULL_ACCESS']],
] as const)('a %s can offer %j', (standing, offers) => {
  const types = Object.keys(permissionToOffer) as ShareType[]
  expect(types.filter((type) => can(standing, permissionToOffer[type]))).toEqual(offers)
})
