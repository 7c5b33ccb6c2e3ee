import * as z from 'zod'
import { contactFilterShape } from './contact-filters.js'
import { contactErrors } from './contact-shapes.js'
import type { Endpoint } from './endpoint.js'
import { flagSchema, workspaceParams } from './shapes.js'

const csvSchema = z.string().min(1).meta({
  description: 'A CSV file with a header, separated by commas, semicolons or tabs',
  example: 'Name,Email\nAna García,ana@example.com',
})
const targetSchema = z
  .string()
  .max(100)
  .nullable()
  .meta({
    description:
      'Content of a column: `id`, `name`, `language`, `timeZone`, `tags`, `notes`, `isBlocked`, the kind of an identifier such as `phone`, or ' +
      '`attribute.` and the name of one; null: nothing that is imported',
  })
const problemSchema = z
  .object({
    row: z.int().meta({ description: 'The header is row 1', example: 7 }),
    reason: z.enum([
      'noIdentifier',
      'invalidValue',
      'tooManyValues',
      'repeated',
      'severalContacts',
      'unknownContact',
      'tooLarge',
    ]),
    column: z.string().nullable().meta({ description: 'Name of the column', example: 'Phone' }),
    value: z.string().nullable().meta({ description: 'The value, or the row that it repeats', example: '12' }),
    message: z.string().meta({ example: 'The value of Phone does not fit: 12.' }),
  })
  .meta({ id: 'ContactImportProblem' })

/** Operations on files of contacts. */
export const contactFileEndpoints = {
  exportContacts: {
    id: 'exportContacts',
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/contacts/export',
    summary: 'Download the contacts that a list would have as CSV',
    auth: 'read',
    needs: 'contacts.read',
    params: workspaceParams,
    query: z.object({
      ...contactFilterShape,
      raw: flagSchema.optional().meta({
        description: 'Without the apostrophe before what a spreadsheet would take for a formula',
      }),
    }),
    response: z.string(),
    contentType: '*/*',
    errors: contactErrors,
  },
  readContactFile: {
    id: 'readContactFile',
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/contacts/import/columns',
    summary: 'List the columns of a file of contacts, and what they seem to have. Imports nothing',
    auth: 'write',
    needs: 'contacts.manage',
    params: workspaceParams,
    body: z.strictObject({ csv: csvSchema }),
    bodyLimit: 'flow',
    isReadOnly: true,
    response: z.object({
      columns: z.array(
        z
          .object({
            name: z.string().meta({ example: 'Email' }),
            samples: z.array(z.string()).meta({ description: 'Its first values', example: ['ana@example.com'] }),
            target: targetSchema.meta({ example: 'email' }),
          })
          .meta({ id: 'ContactFileColumn' }),
      ),
      rows: z.int().meta({ description: 'Rows below the header' }),
    }),
    errors: [...contactErrors, 'contacts_unreadable'],
  },
  importContacts: {
    id: 'importContacts',
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/contacts/import',
    summary: 'Create and change contacts by a file. A row is a stored contact if they share an identifier or the id',
    auth: 'write',
    needs: 'contacts.manage',
    params: workspaceParams,
    body: z.strictObject({
      csv: csvSchema,
      columns: z
        .array(targetSchema)
        .max(1_000)
        .meta({
          description: 'The target of each column, in their order',
          example: ['name', 'email'],
        }),
      isDryRun: z.boolean().optional().meta({ description: 'Counts what would change, and changes nothing' }),
      fromRow: z.int().min(2).optional().meta({ description: 'Continues there: the `nextRow` of the last response' }),
    }),
    bodyLimit: 'flow',
    response: z.object({
      rows: z.int().meta({ description: 'Rows of the file' }),
      created: z.int(),
      changed: z.int(),
      unchanged: z.int(),
      refused: z.int(),
      problems: z.array(problemSchema).meta({ description: 'Of refused rows, the first 100' }),
      nextRow: z.int().nullable().meta({
        description:
          'Where to continue if the request took too long; null at the end. A row that is sent again changes nothing',
      }),
    }),
    errors: [...contactErrors, 'contacts_unreadable', 'quota_reached'],
  },
} as const satisfies Record<string, Endpoint>
