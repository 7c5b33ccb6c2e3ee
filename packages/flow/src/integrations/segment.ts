import { pairs, text } from '../fields/fields.js'
import { type Json, post } from './calls.js'
import { type ActionContext, defineCredentials, defineIntegration, oneCall } from './define.js'
import { recordOf } from './read.js'

type Now = Pick<ActionContext<never, never>, 'now' | 'uuid'>

/** One event, in the batch format of the service. */
function send(event: Readonly<Record<string, Json | undefined>>, { now, uuid }: Now) {
  const timestamp = new Date(now).toISOString()
  const context = { library: { name: 'colloquy' } }
  return post(['v1', 'batch'], {
    json: { batch: [{ ...event, messageId: uuid(), timestamp, context }], sentAt: timestamp },
    seconds: 5,
  })
}

const userId = text({ label: 'User ID', isRequired: true })
const properties = pairs(['key', 'Name'], ['value', 'Value'], { label: 'Properties' })

export const segment = defineIntegration({
  type: 'segment',
  label: 'Segment',
  icon: 'chart-line',
  description: 'Report an event',
  keywords: 'tracking, analytics',
  credentials: defineCredentials({
    fields: {
      apiKey: {
        kind: 'secret',
        label: 'Write key',
        help: 'In Segment, in the settings of a source.',
        isRequired: true,
      },
    },
    address: 'https://api.segment.io',
    addressSetting: 'SEGMENT_API_URL',
    auth: { kind: 'json', name: 'writeKey', field: 'apiKey' },
  }),
  actions: {
    Alias: oneCall({
      options: {
        userId: text({ label: 'New user ID', isRequired: true }),
        previousId: text({ label: 'Previous ID', isRequired: true }),
      },
      request: ({ userId, previousId }, now) => send({ type: 'alias', userId, previousId }, now),
    }),
    'Identify User': oneCall({
      options: {
        userId,
        email: text({ label: 'Email address', isRequired: true }),
        traits: pairs(['key', 'Name'], ['value', 'Value'], { label: 'Traits' }),
      },
      request: ({ userId, email, traits }, now) =>
        send({ type: 'identify', userId, traits: { ...recordOf(traits), email } }, now),
    }),
    Page: oneCall({
      options: {
        userId,
        name: text({ label: 'Name of the page', isRequired: true }),
        category: text({ label: 'Category' }),
        properties,
      },
      request: ({ userId, name, category = '', properties }, now) =>
        send({ type: 'page', name, category, userId, properties: recordOf(properties) }, now),
    }),
    Track: oneCall({
      options: { eventName: text({ label: 'Event', isRequired: true }), userId, properties },
      request: ({ eventName, userId, properties }, now) =>
        send({ type: 'track', event: eventName, userId, properties: recordOf(properties) }, now),
    }),
  },
})
