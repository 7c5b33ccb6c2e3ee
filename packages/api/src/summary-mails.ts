import * as z from 'zod'
import type { Endpoint } from './endpoint.js'
import { botParams, emailSchema, timestampSchema } from './shapes.js'

const frequencies = ['daily', 'weekly', 'monthly'] as const

const mailSchema = z
  .object({
    id: z.string(),
    linkId: z.string(),
    email: z.string(),
    isMember: z.boolean().meta({
      description: 'True if it belongs to an account that can read the bot; such an address is already confirmed',
    }),
    frequency: z.enum(frequencies),
    isConfirmed: z.boolean().meta({ description: 'Nothing is sent until the recipient has confirmed' }),
    createdAt: timestampSchema,
    nextAt: timestampSchema.meta({ description: 'When the next email goes out' }),
    isFailing: z
      .boolean()
      .meta({ description: 'True if the last attempt to send failed; it is retried every 15 minutes' }),
  })
  .meta({ id: 'SummaryMail' })

/** Scheduled emails with the summary behind a link. */
export const summaryMailEndpoints = {
  listSummaryMails: {
    id: 'listSummaryMails',
    method: 'GET',
    path: '/api/v1/bots/{botId}/results/summary/mails',
    summary: 'List to whom the summary of a bot is emailed, newest first',
    auth: 'write',
    needs: 'results.share',
    params: botParams,
    response: z.object({
      canSend: z.boolean().meta({ description: 'True if this service has a mail server and a public address' }),
      mails: z.array(mailSchema),
    }),
    errors: ['bot_not_found'],
  },
  createSummaryMail: {
    id: 'createSummaryMail',
    method: 'POST',
    path: '/api/v1/bots/{botId}/results/summary/mails',
    summary:
      'Email the summary of a link daily, on Mondays or on the first of the month, at about 8:00 in its time zone; an address that does not belong to an account of the bot confirms first',
    auth: 'write',
    rate: 'invitationsPerMinute',
    needs: 'results.share',
    params: botParams,
    body: z.strictObject({
      linkId: z.string().max(100),
      email: emailSchema,
      frequency: z.enum(frequencies).default('weekly'),
      language: z
        .string()
        .max(35)
        .default('en')
        .meta({ description: 'Of the email; accounts get it in their own', example: 'de' }),
    }),
    bodyLimit: 'chat',
    response: z.object({
      mail: mailSchema,
      isMailed: z.boolean().meta({
        description: 'False when this service cannot send emails, or could not send the one that asks to confirm',
      }),
    }),
    errors: [
      'bot_not_found',
      'summary_link_not_found',
      'summary_mail_exists',
      'too_many_summary_mails',
      'too_many_requests',
    ],
  },
  deleteSummaryMail: {
    id: 'deleteSummaryMail',
    method: 'DELETE',
    path: '/api/v1/bots/{botId}/results/summary/mails/{mailId}',
    summary: 'Stop emailing the summary of a bot to somebody',
    auth: 'write',
    needs: 'results.share',
    params: z.object({ botId: z.string(), mailId: z.string() }),
    response: z.object({ message: z.literal('success') }),
    errors: ['bot_not_found', 'summary_mail_not_found'],
  },
} as const satisfies Record<string, Endpoint>
