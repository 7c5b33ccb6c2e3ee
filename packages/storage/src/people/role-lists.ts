import { hasInboxBots, type Role, roleCan, roles, rolesWith } from '@colloquy/permissions'

const listOf = (names: readonly Role[]) => names.map((role) => `'${role}'`).join(', ')

export const manages = (role: Role): boolean => roleCan(role, 'members.manage')
/** True for roles of which a plan limits the number: those of people who build. */
export const takesSeat = (role: string): boolean => rolesWith('bots.create').some((one) => one === role)

/** Roles as lists of SQL, without parentheses. */
export const managingRoles = listOf(rolesWith('members.manage'))
export const seatedRoles = listOf(rolesWith('bots.create'))
/** Roles of people who answer in the inbox of a workspace. */
export const answeringRoles = listOf(rolesWith('inbox.use'))
/** Roles of people who answer the conversations of chosen bots. */
export const agentRoles = listOf(roles.filter(hasInboxBots))
/** Roles of people who can take over a workspace that nobody else manages. */
export const succeedingRoles = listOf(rolesWith('bots.create').filter((role) => !manages(role)))

/** Rank of the column `role`: admins first. */
export const rankOfRole = `CASE role ${roles.map((role, rank) => `WHEN '${role}' THEN ${rank}`).join(' ')} END`
