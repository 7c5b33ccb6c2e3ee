import { readdirSync, readFileSync } from 'node:fs'
import { endpoints } from '@colloquy/api'
import { blockSchemas, credentialsKinds, eventSchema, settingsSchema, themeSchema } from '@colloquy/flow'
import { expect, test } from 'vitest'
import * as z from 'zod'

const forOthers = 'kept for other products that use the same API and files; no form offers it'
const inItsDefinition = 'the definition of the integration in the package flow reads it'
const latestVersion = 'clients of other products send it; a flow is always answered in the latest version'
const inItsForm = 'values for trying the request in its form, which sends them itself'

/** Options and parameters that no code reads, and why they exist. */
const exceptions: Readonly<Record<string, string>> = {
  'Code.options.shouldExecuteInParentContext': forOthers,
  'Make.com.options.variablesForTest': inItsForm,
  'OpenAI.options.advancedOptions': 'of the task Create image, which does nothing, as a log says',
  'OpenAI.options.saveUrlInVariableId': 'the definition of OpenAI in the package flow reads it',
  'Pabbly.options.variablesForTest': inItsForm,
  'Pixel.options.isInitSkip': 'the definition of Pixel in the package flow reads it',
  'Set variable.options.expressionDescription': "the author's note on the expression",
  'Webhook.options.variablesForTest': inItsForm,
  'Zapier.options.variablesForTest': inItsForm,
  'settings.general.isTypingEmulationEnabled': 'obsolete: typingEmulation.enabled replaces it; no form offers it',
  'dify-ai credentials.apiEndpoint': inItsDefinition,
  'dify-ai credentials.knowledgeApiKey': inItsDefinition,
  'getBot.migrateToLatestVersion': latestVersion,
  'getPublishedBot.migrateToLatestVersion': latestVersion,
  'gmail credentials.credentials.expiryDate': inItsDefinition,
  'gmail credentials.customClient': 'the schema stores it as `client`',
  'gmail credentials.expiryDate': inItsDefinition,
  'google sheets credentials.expiry_date': inItsDefinition,
  'google sheets credentials.id_token': 'credentials of other products have it; nothing needs it',
  'updateMe.updates.displayedInAppNotifications': forOthers,
  'updateMe.updates.graphNavigation': forOthers,
  'updateMe.updates.groupTitlesAutoGeneration': forOthers,
  'updateMe.updates.onboardingCategories': forOthers,
  'updateMe.updates.preferredAppAppearance': forOthers,
  'zendesk credentials.conversationsKeyId': inItsDefinition,
  'zendesk credentials.conversationsSecretKey': inItsDefinition,
}

const packages = new URL('../../../', import.meta.url).pathname

/** Schemas, forms, templates, conversions of files and tests: they name options without acting on them. What derives dark themes is code that acts. */
const isIgnored = (path: string) =>
  /\.test\.tsx?$|\/testing\/|^api\/|^templates\/|^flow\/(?!src\/dark-theme\.ts)|^builder\/src\/(inspector|appearance|catalogue|document|templates)\//.test(
    path,
  )

const words = new Set(
  readdirSync(packages)
    .flatMap((name) =>
      readdirSync(`${packages}${name}/src`, { recursive: true, encoding: 'utf8' }).map((path) => `${name}/src/${path}`),
    )
    .filter((path) => /\.tsx?$/.test(path) && !isIgnored(path))
    .flatMap((path) => readFileSync(packages + path, 'utf8').match(/[\w$]+/g) ?? []),
)

interface JsonSchema {
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
}

/** The paths of all properties, those of variants and of list items included. */
function namesIn(schema: JsonSchema, path: string): string[] {
  const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.items ? [schema.items] : [])]
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => [
    `${path}.${name}`,
    ...namesIn(property, `${path}.${name}`),
  ])
  return [...new Set([...own, ...inner.flatMap((each) => namesIn(each, path))])]
}

const describe = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', metadata: z.registry() }) as JsonSchema

/** What requests of all operations may hold; bots and credentials have schemas of their own. */
const requests = Object.values(endpoints).flatMap((endpoint) => {
  const { id, body, query } = endpoint as { id: string; body?: unknown; query?: unknown }
  return [body, query].flatMap((schema) => (schema instanceof z.ZodType ? [[id, schema] as [string, z.ZodType]] : []))
})

const schemas: [string, z.ZodType][] = [
  ...Object.entries(blockSchemas),
  ['event', eventSchema],
  ['settings', settingsSchema],
  ['theme', themeSchema],
  ...Object.entries(credentialsKinds).map(([type, { data }]): [string, z.ZodType] => [`${type} credentials`, data]),
  ...requests,
]

test('some code outside of schemas, forms and tests reads every option and parameter, or a reason explains why none does', () => {
  const unread = schemas
    .flatMap(([name, schema]) => namesIn(describe(schema), name))
    .filter((path) => !/^(create|update|import)\w+\.(bot|credentials)\./.test(path))
    .filter((path) => !words.has(path.slice(path.lastIndexOf('.') + 1)))
  expect(unread.toSorted()).toEqual(Object.keys(exceptions).toSorted())
})
