import { identifierKinds } from '@colloquy/flow/contacts'
import * as z from 'zod'
import { timestampSchema } from './shapes.js'

const identifierSchema = z
  .strictObject({
    kind: z.enum(identifierKinds).meta({
      description:
        '`whatsapp-user`: an id that WhatsApp gives instead of a number; `web`: the id that a signed page gives; `external`: the id in another system',
    }),
    value: z.string().trim().min(1).max(254).meta({ example: '+4917012345678' }),
    channel: z
      .string()
      .max(100)
      .nullable()
      .default(null)
      .meta({ description: 'Credentials of the account within which the value means this person; null: everywhere' }),
  })
  .meta({ id: 'ContactIdentifier' })

const textValue = z.string().trim().min(1).max(2_000)
const attributeValueSchema = z
  .union([textValue, z.number(), z.boolean(), z.array(z.string().trim().min(1).max(200)).max(100)])
  .meta({
    description:
      'By the type of the attribute: a text, a number, a day such as `2026-03-15`, true or false, or a list of texts',
  })

const languageSchema = z
  .string()
  .max(35)
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'Give a language such as de or pt-BR')
  .meta({ example: 'de' })

export const contactSchema = z
  .object({
    id: z.string(),
    name: z.string().nullable().meta({ example: 'Ana García' }),
    language: z.string().nullable().meta({ example: 'es' }),
    timeZone: z.string().nullable().meta({ example: 'Europe/Madrid' }),
    firstSeenAt: timestampSchema.meta({ description: 'Time of the first message, or of the creation' }),
    lastSeenAt: timestampSchema,
    isBlocked: z.boolean(),
    tags: z.array(z.string()).meta({ example: ['vip'] }),
    attributes: z.record(z.string(), attributeValueSchema).meta({ description: 'By name', example: { plan: 'pro' } }),
    identifiers: z.array(
      z.object({
        kind: z.enum(identifierKinds),
        value: z.string(),
        channel: z.string().nullable().meta({ example: null }),
      }),
    ),
    notes: z.string().meta({ example: 'Prefers to be called' }),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .meta({ id: 'Contact' })

export const listedContactSchema = contactSchema.omit({ notes: true }).meta({ id: 'ListedContact' })

/** Fields that a request can give. */
const contactShape = {
  name: z.string().trim().min(1).max(200).nullable(),
  language: languageSchema.nullable(),
  timeZone: z.string().max(100).nullable().meta({ example: 'Europe/Madrid' }),
  isBlocked: z.boolean().meta({ description: 'Bots do not answer a blocked contact in messaging apps' }),
  tags: z.array(z.string().trim().min(1).max(50)).max(50),
  attributes: z.record(z.string().max(60), attributeValueSchema.nullable()).meta({
    description: 'By name; null removes one. Those that are not given stay',
    example: { plan: 'pro' },
  }),
  identifiers: z.array(identifierSchema).max(50),
  notes: z.string().max(10_000),
}
export const contactBody = z.strictObject(contactShape).partial()

export const contactParams = z.object({ workspaceId: z.string(), contactId: z.string() })

/** Errors of all operations on contacts. */
export const contactErrors = ['workspace_not_found'] as const
