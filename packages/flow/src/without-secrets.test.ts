import { expect, test } from 'vitest'
import type { Field, Fields } from './fields/fields.js'
import type { Action } from './integrations/define.js'
import { integrations, integrationTypes, optionsOf } from './integrations/registry.js'
import { settingsSchema } from './settings.js'
import { type Rule, type Rules, settingsRule, withoutSecrets } from './without-secrets.js'

/** Properties of a schema by name, of all members of its unions; undefined if it is not an object. */
type Shape = { [property: string]: Shape | undefined }

// biome-ignore lint/suspicious/noExplicitAny: definitions of all kinds of schemas
function shapeOf(schema: any): Shape | undefined {
  const { def } = schema
  switch (def.type) {
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([key, child]) => [key, shapeOf(child)]))
    case 'array':
      return shapeOf(def.element)
    case 'tuple':
    case 'union':
      return merged((def.items ?? def.options).map(shapeOf))
    case 'pipe':
      return merged([shapeOf(def.in), shapeOf(def.out)])
    case 'optional':
    case 'nullable':
    case 'default':
      return shapeOf(def.innerType)
  }
}

function merged(shapes: (Shape | undefined)[]): Shape | undefined {
  return shapes.reduce((all, shape) => {
    if (!all || !shape) return all ?? shape
    const keys = new Set([...Object.keys(all), ...Object.keys(shape)])
    return Object.fromEntries([...keys].map((key) => [key, merged([all[key], shape[key]])]))
  }, undefined)
}

/** Properties of the schema without a rule, and rules without a property. */
function differences(shape: Shape, rules: Rules, path = ''): string[] {
  const keys = new Set([...Object.keys(shape), ...Object.keys(rules)])
  return [...keys].flatMap((key) => {
    const location = `${path}${key}`
    if (!Object.hasOwn(shape, key) || !Object.hasOwn(rules, key)) return [location]
    const rule = objectRule(rules[key] as Rule)
    const child = shape[key]
    return rule && child ? differences(child, rule, `${location}.`) : []
  })
}

function objectRule(rule: Rule): Rules | undefined {
  if (typeof rule === 'string') return undefined
  return Array.isArray(rule) ? objectRule(rule[0]) : (rule as Rules)
}

test('each setting is listed as shown or hidden', () => {
  expect(differences(shapeOf(settingsSchema) as Shape, settingsRule)).toEqual([])
})

const shownOf = (block: object, settings: object = {}) => {
  const group = { id: 'g1', title: 'G', graphCoordinates: { x: 1, y: 2 }, blocks: [block] }
  const bot = withoutSecrets({ groups: [group], events: [], variables: [], settings })
  return (bot.groups as { blocks: object[] }[])[0]?.blocks[0]
}

test('of an unknown block its id, type and edge are shown, and of a known one the known options', () => {
  const unknown = { id: 'b', type: 'Custom', outgoingEdgeId: 'e', apiKey: 'planted', options: { deep: { token: 'x' } } }
  expect(shownOf(unknown)).toEqual({ id: 'b', type: 'Custom', outgoingEdgeId: 'e' })
  const nested = { url: 'https://a.example/secret', auth: { token: 'planted' } }
  const known = { id: 'b', type: 'Webhook', apiKey: 'x', options: { webhook: nested, timeout: { token: 'planted' } } }
  expect(shownOf(known)).toEqual({ id: 'b', type: 'Webhook', options: { webhook: { url: 'https://a.example' } } })
  expect(shownOf({ id: 'b', type: 'toString', options: {} })).toEqual({ id: 'b', type: 'toString' })
})

test('what goes to people and other services is hidden unless it is a variable', () => {
  const body = { body: 'planted', subject: 'planted', replyTo: '{{Email}}', recipients: ['a@b.example'] }
  expect(shownOf({ id: 'b', type: 'Email', options: body })).toMatchObject({ options: { replyTo: '{{Email}}' } })
  const planted = 'planted'
  const comparisons = [{ id: 'c', column: 'Key', value: planted }]
  const blocks = [
    { type: 'Email', options: body },
    { type: 'payment input', options: { credentialsId: planted, additionalInformation: { email: planted } } },
    { type: 'Google Sheets', options: { action: 'Update a row', sheetId: planted, filter: { comparisons } } },
    { type: 'openai', options: { action: 'Ask Model', message: planted, functions: [{ code: planted }] } },
    { type: 'nocodb', options: { action: 'Unknown action', token: planted, nested: [{ key: planted }] } },
    { type: 'Chatwoot', options: { websiteToken: planted, user: { email: planted } } },
    { type: 'Set variable', options: { expressionToEvaluate: planted } },
    { type: 'Code', options: { content: planted, isExecutedOnClient: false } },
  ]
  for (const block of blocks) expect(JSON.stringify(shownOf({ id: 'b', ...block })), block.type).not.toContain(planted)
})

const planted = (field: Field): unknown => {
  switch (field.kind) {
    case 'variable':
    case 'id':
      return 'v1'
    case 'texts':
      return ['planted']
    case 'rows':
      return [plantedIn(field.fields)]
    case 'group':
      return plantedIn(field.fields)
    case 'variants': {
      const all = Object.entries(field.variants).map(([name, fields]) => ({ [field.key]: name, ...plantedIn(fields) }))
      return field.isList ? all : all[0]
    }
    default:
      return 'planted'
  }
}
const plantedIn = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, planted(field)]))

test.each(integrationTypes)('of the options of %s only what its fields allow is shown', (type) => {
  for (const [name, action] of Object.entries<Action>(integrations[type].actions)) {
    const options = { action: name, credentialsId: 'planted', unknown: 'planted', ...plantedIn(optionsOf(action)) }
    const shown = JSON.stringify(shownOf({ id: 'b', type, options }))
    expect(shown).not.toContain('planted')
    expect(shown).toContain(name)
  }
})

test('code that browsers of visitors run is shown', () => {
  const script = { id: 'b', type: 'Code', options: { content: 'alert(1)' } }
  expect(shownOf(script)).toEqual(script)
  const options = { expressionToEvaluate: 'Date.now()', isExecutedOnClient: true }
  expect(shownOf({ id: 'b', type: 'Set variable', options })).toMatchObject({ options })
})

test('of the settings, head code, origins and webhook addresses are hidden', () => {
  const settings = {
    metadata: { title: 'T', customHeadCode: 'planted' },
    messaging: { isEnabled: true, errorAndMarketingStatusWebhookForwardUrl: 'https://planted.example' },
    security: { allowedOrigins: ['https://planted.example'] },
    unknown: { token: 'planted' },
  }
  const shown = withoutSecrets({
    groups: [],
    events: [],
    variables: [{ id: 'v', name: 'N', value: 'planted' }],
    settings,
  })
  expect(shown.variables).toEqual([{ id: 'v', name: 'N' }])
  expect(shown.settings).toEqual({ metadata: { title: 'T' }, messaging: { isEnabled: true }, security: {} })
})

test('exits of a block are shown, and its other fields besides options are not', () => {
  const exits = [{ id: 'x', on: 'failure', outgoingEdgeId: 'e', note: 'hidden' }]
  const block = { id: 'b', type: 'groq', exits, saveErrorInVariableId: 'v', fallbacks: [{ credentialsId: 'hidden' }] }
  const bot = { groups: [{ id: 'g', blocks: [block] }], events: [], variables: [], settings: {} }
  expect(withoutSecrets(bot).groups).toEqual([
    {
      id: 'g',
      blocks: [
        {
          id: 'b',
          type: 'groq',
          exits: [{ id: 'x', on: 'failure', outgoingEdgeId: 'e' }],
          saveErrorInVariableId: 'v',
        },
      ],
    },
  ])
})
