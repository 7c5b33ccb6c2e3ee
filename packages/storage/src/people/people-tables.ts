import { Table } from '../table.js'
import type { User } from './people.js'
import type { ApiToken } from './tokens.js'
import type { Workspace } from './workspaces.js'

export const users = new Table<User>('users', {
  id: 'text',
  email: 'text',
  emailVerifiedAt: 'integer',
  originWorkspaceId: 'text',
  name: 'text',
  image: 'text',
  preferences: 'text',
  isAdmin: 'boolean',
  createdAt: 'integer',
  updatedAt: 'integer',
})

export const tokens = new Table<ApiToken>('tokens', {
  id: 'text',
  ownerId: 'text',
  name: 'text',
  hash: 'text',
  scope: 'text',
  createdAt: 'integer',
  expiresAt: 'integer',
})

export const workspaces = new Table<Workspace>('workspaces', {
  id: 'text',
  name: 'text',
  icon: 'text',
  plan: 'text',
  paymentProviderId: 'text',
  customChatsLimit: 'integer',
  customSeatsLimit: 'integer',
  isSuspended: 'boolean',
  isPastDue: 'boolean',
  isVerified: 'boolean',
  isClosedToModels: 'boolean',
  identityVersion: 'integer',
  identityRotatedAt: 'integer',
  businessHours: 'text',
  awayMinutes: 'integer',
  waitingMailMinutes: 'integer',
  createdAt: 'integer',
  updatedAt: 'integer',
})
