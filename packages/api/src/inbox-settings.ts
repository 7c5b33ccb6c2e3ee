import {
  type BusinessHours,
  maxHolidayName,
  maxHolidays,
  maxRanges,
  problemOfHours,
  weekdays,
} from '@colloquy/flow/business-hours'
import * as z from 'zod'
import type { Endpoint } from './endpoint.js'
import { timestampSchema, workspaceParams } from './shapes.js'

const time = z.string().max(5).meta({ example: '09:00' })
const date = z.string().max(10).meta({ example: '2026-12-24' })

const hoursShape = z
  .strictObject({
    timeZone: z.string().min(1).max(100).meta({ description: 'An IANA time zone', example: 'Europe/Berlin' }),
    ranges: z
      .array(z.strictObject({ day: z.enum(weekdays), from: time, to: time }))
      .max(maxRanges)
      .meta({
        description: 'When people are there. A range that does not end later than it begins ends on the next day',
      }),
    holidays: z
      .array(
        z.strictObject({
          date,
          until: date.optional().meta({ description: 'The last day; one day without it' }),
          name: z.string().max(maxHolidayName).optional().meta({ example: 'Christmas' }),
        }),
      )
      .max(maxHolidays)
      .default([])
      .meta({ description: 'Days on which people are away, from midnight to midnight' }),
  })
  .meta({ id: 'BusinessHours', description: 'When people answer. Times and days are those of the time zone' })

export const hoursSchema = hoursShape satisfies z.ZodType<BusinessHours>

export const checkedHours = hoursSchema.superRefine((hours, context) => {
  const problem = problemOfHours(hours)
  if (problem) context.addIssue({ code: 'custom', path: problem.path.split('.'), message: problem.message })
})

const awaySchema = z.int().min(1).max(1_440).meta({
  description:
    'Minutes after which the conversations of a person who has not the inbox open go back to the queue; null for never',
})

const waitingSchema = z.int().min(1).max(1_440).meta({
  description:
    'Minutes that a visitor waits, while nobody has the inbox open, until people get an email; null for never',
})

const settingsSchema = z.object({
  businessHours: hoursSchema.nullable().meta({ description: 'Null: people answer at any time' }),
  isOpen: z.boolean().meta({ description: 'People are there now; true without business hours' }),
  awayMinutes: awaySchema.nullable(),
  waitingMailMinutes: waitingSchema.nullable(),
  opensAt: timestampSchema
    .nullable()
    .meta({ description: 'When people are back; null while they are there, or if they never are' }),
})

const errors = ['workspace_not_found'] as const

/** Settings of a workspace for the people who answer in its inbox. */
export const inboxSettingsEndpoints = {
  getInboxSettings: {
    id: 'getInboxSettings',
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/inbox/settings',
    summary: 'Get when people answer in the inbox, and whether they are there now',
    auth: 'read',
    needs: 'inbox.use',
    params: workspaceParams,
    response: settingsSchema,
    errors,
  },
  updateInboxSettings: {
    id: 'updateInboxSettings',
    method: 'PATCH',
    path: '/api/v1/workspaces/{workspaceId}/inbox/settings',
    summary:
      'Change when people answer in the inbox, when their conversations go back to the queue, and when they get emails',
    auth: 'write',
    needs: 'workspace.manage',
    params: workspaceParams,
    body: z.strictObject({
      businessHours: checkedHours.nullable().optional(),
      awayMinutes: awaySchema.nullable().optional(),
      waitingMailMinutes: waitingSchema.nullable().optional(),
    }),
    bodyLimit: 'chat',
    response: settingsSchema,
    errors: [...errors, 'forbidden'],
  },
} as const satisfies Record<string, Endpoint>
