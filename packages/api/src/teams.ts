import { weekdays } from '@colloquy/flow/business-hours'
import * as z from 'zod'
import type { Endpoint } from './endpoint.js'
import { checkedHours, hoursSchema } from './inbox-settings.js'
import { successSchema, workspaceParams } from './shapes.js'

const params = z.object({ workspaceId: z.string(), teamId: z.string() })

const exampleHours = {
  timeZone: 'Europe/Berlin',
  ranges: [{ day: weekdays[0], from: '09:00', to: '17:00' }],
  holidays: [],
}
const nameSchema = z.string().trim().min(1).max(60).meta({ example: 'Sales' })
const membersSchema = z.array(z.string()).max(100).meta({ description: 'Ids of people who answer in the workspace' })
const assignmentSchema = z.enum(['by-hand', 'round-robin', 'least-busy']).meta({
  description:
    '`by-hand`: conversations wait until somebody takes them. Otherwise a member who is there gets each at once: in turn, or the one with the fewest open conversations',
})
const hoursNote = {
  description: 'When its people are there; null: in the business hours of the workspace',
  example: exampleHours,
}

const teamSchema = z
  .object({
    id: z.string(),
    name: nameSchema,
    memberIds: membersSchema,
    assignment: assignmentSchema,
    businessHours: hoursSchema.nullable().meta(hoursNote),
  })
  .meta({ id: 'Team', description: 'Some of the people who answer in a workspace' })

const errors = ['workspace_not_found'] as const
const changeErrors = [...errors, 'forbidden', 'member_not_found'] as const

/** Teams of the people who answer in the inbox of a workspace. */
export const teamEndpoints = {
  listTeams: {
    id: 'listTeams',
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/inbox/teams',
    summary: 'List the teams of the people who answer, by name',
    auth: 'read',
    needs: 'inbox.use',
    params: workspaceParams,
    response: z.object({ teams: z.array(teamSchema) }),
    errors,
  },
  createTeam: {
    id: 'createTeam',
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/inbox/teams',
    summary: 'Create a team of people who answer',
    auth: 'write',
    needs: 'workspace.manage',
    params: workspaceParams,
    body: z.strictObject({
      name: nameSchema,
      memberIds: membersSchema.default([]),
      assignment: assignmentSchema.default('by-hand'),
      businessHours: checkedHours.nullable().default(null).meta(hoursNote),
    }),
    bodyLimit: 'chat',
    response: z.object({ team: teamSchema }),
    errors: [...changeErrors, 'quota_reached'],
  },
  updateTeam: {
    id: 'updateTeam',
    method: 'PATCH',
    path: '/api/v1/workspaces/{workspaceId}/inbox/teams/{teamId}',
    summary: 'Change the name, members, hours or assignment of a team',
    auth: 'write',
    needs: 'workspace.manage',
    params,
    body: z.strictObject({
      name: nameSchema.optional(),
      memberIds: membersSchema.optional(),
      assignment: assignmentSchema.optional(),
      businessHours: checkedHours.nullable().optional().meta(hoursNote),
    }),
    bodyLimit: 'chat',
    response: z.object({ team: teamSchema }),
    errors: [...changeErrors, 'team_not_found'],
  },
  deleteTeam: {
    id: 'deleteTeam',
    method: 'DELETE',
    path: '/api/v1/workspaces/{workspaceId}/inbox/teams/{teamId}',
    summary: 'Delete a team; its conversations stay, for anybody',
    auth: 'write',
    needs: 'workspace.manage',
    params,
    response: successSchema,
    errors: [...errors, 'forbidden', 'team_not_found'],
  },
} as const satisfies Record<string, Endpoint>
