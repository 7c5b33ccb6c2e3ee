import { flag, pairs, text } from '../fields/fields.js'
import { type Json, post } from './calls.js'
import { type ActionContext, defineCredentials, defineIntegration, oneCall } from './define.js'
import { recordOf } from './read.js'

type Now = Pick<ActionContext<never, never>, 'now' | 'uuid'>

/** One event, in the batch format of the service. */
function capture(event: string, distinctId: string, properties: Readonly<Record<string, Json>>, { now, uuid }: Now) {
  const timestamp = new Date(now).toISOString()
  const one = {
    event,
    distinct_id: distinctId,
    properties: { ...properties, $lib: 'colloquy' },
    timestamp,
    uuid: uuid(),
    type: 'capture',
  }
  return post(['batch'], { json: { batch: [one], sent_at: timestamp }, endsWithSlash: true, seconds: 5 })
}

const properties = pairs(['key', 'Name'], ['value', 'Value'], { label: 'Properties' })

export const posthog = defineIntegration({
  type: 'posthog',
  label: 'PostHog',
  icon: 'chart-line',
  logo: 'posthog',
  description: 'Report an event',
  keywords: 'tracking, analytics',
  credentials: defineCredentials({
    fields: {
      apiKey: {
        kind: 'secret',
        label: 'Project API key',
        help: 'In PostHog, in the settings of the project.',
        isRequired: true,
      },
      host: { kind: 'address', label: 'Host', placeholder: 'https://us.i.posthog.com' },
    },
    address: 'https://us.i.posthog.com',
    addressField: 'host',
    auth: { kind: 'json', name: 'api_key', field: 'apiKey' },
  }),
  actions: {
    Capture: oneCall({
      options: {
        isAnonymous: flag({ label: 'Anonymous event', default: false }),
        distinctId: text({
          label: 'Distinct ID',
          isRequired: true,
          shownWhen: { option: 'isAnonymous', is: [undefined, false] },
        }),
        event: text({ label: 'Event', isRequired: true }),
        properties,
        personProperties: pairs(['key', 'Name'], ['value', 'Value'], { label: 'Person properties' }),
        groups: pairs(['type', 'Type'], ['key', 'Key'], { label: 'Groups' }),
      },
      request({ isAnonymous, distinctId, event, properties, personProperties, groups }, now) {
        const all = {
          ...recordOf(properties),
          ...(personProperties && !isAnonymous && { $set: recordOf(personProperties) }),
          ...(groups && { $groups: Object.fromEntries(groups.map(({ type, key }) => [type, key])) }),
          ...(isAnonymous && { $process_person_profile: false }),
        }
        return capture(event, isAnonymous || distinctId === undefined ? now.uuid() : distinctId, all, now)
      },
    }),
    'Identify Group': oneCall({
      options: {
        distinctId: text({ label: 'Distinct ID', isRequired: true }),
        groupType: text({ label: 'Group type', isRequired: true }),
        groupKey: text({ label: 'Group key', isRequired: true }),
        properties,
      },
      request: ({ distinctId, groupType, groupKey, properties }, now) =>
        capture(
          '$groupidentify',
          distinctId,
          { $group_type: groupType, $group_key: groupKey, $group_set: recordOf(properties) },
          now,
        ),
    }),
  },
})
