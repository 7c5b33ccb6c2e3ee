import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { endpoints } from '@colloquy/api'
import { blockSchemas, credentialsKinds, eventSchema, settingsSchema, themeSchema } from '@colloquy/flow'
import { inputExitsOf } from '@colloquy/flow/blocks'
import { expect, test } from 'vitest'
import * as z from 'zod'

const forOthers = 'kept for other products that use the same API and files; no form offers it'
const inItsDefinition = 'the definition of the integration in the package flow reads it'
const latestVersion = 'clients of other products send it; a flow is always answered in the latest version'
const inItsForm = 'values for trying the request in its form, which sends them itself'

const inCassette = 'the cassette of a test compares its entries with what a flow asks for'
const asFilter = 'results that match are found as the list of results finds them'
const byKind = 'masking goes by the kinds of values that are on'
const inUploads = 'the definition of the block in the package flow reads it'
const inExamples = 'tells examples apart in their form'

/** Options and parameters that no code reads, with the reason why they exist. */
const exceptions: Readonly<Record<string, string>> = {
  // The options of an exit are those of any input.
  ...Object.fromEntries(
    Object.keys(blockSchemas)
      .filter((type) => inputExitsOf(type).length > 0)
      .map((type) => [`${type}.exits.tries`, 'exits.ts in the package flow reads it']),
  ),
  'Code.options.shouldExecuteInParentContext': forOthers,
  'Make.com.options.responseExamples.id': inExamples,
  'Make.com.options.responseExamples.name': inExamples,
  'Make.com.options.variablesForTest': inItsForm,
  'OpenAI.options.advancedOptions': 'of the task Create image, which does nothing, as a log says',
  'OpenAI.options.saveUrlInVariableId': 'the definition of OpenAI in the package flow reads it',
  'Pabbly.options.responseExamples.id': inExamples,
  'Pabbly.options.responseExamples.name': inExamples,
  'Pabbly.options.variablesForTest': inItsForm,
  'Pixel.options.isInitSkip': 'the definition of Pixel in the package flow reads it',
  'Set variable.options.expressionDescription': "the author's note on the expression",
  'Webhook.options.responseExamples.id': inExamples,
  'Webhook.options.responseExamples.name': inExamples,
  'Webhook.options.variablesForTest': inItsForm,
  'Zapier.options.responseExamples.id': inExamples,
  'Zapier.options.responseExamples.name': inExamples,
  'Zapier.options.variablesForTest': inItsForm,
  'addTest.test.cassette.method': inCassette,
  'deleteResults.matching.blockId': asFilter,
  'deleteResults.matching.hasStarted': asFilter,
  'deleteResults.matching.search': asFilter,
  'deleteResults.matching.variableId': asFilter,
  'dify-ai credentials.apiEndpoint': inItsDefinition,
  'dify-ai credentials.knowledgeApiKey': inItsDefinition,
  'getBot.migrateToLatestVersion': latestVersion,
  'getPublishedBot.migrateToLatestVersion': latestVersion,
  'gmail credentials.credentials.expiryDate': inItsDefinition,
  'gmail credentials.customClient': 'the schema stores it as `client`',
  'gmail credentials.expiryDate': inItsDefinition,
  'google sheets credentials.expiry_date': inItsDefinition,
  'google sheets credentials.id_token': 'credentials of other products have it; nothing needs it',
  'settings.ai.masking.card': byKind,
  'settings.ai.masking.iban': byKind,
  'settings.ai.masking.ip': byKind,
  'settings.ai.masking.phone': byKind,
  'settings.general.isTypingEmulationEnabled': 'obsolete: typingEmulation.enabled replaces it; no form offers it',
  'text input.options.attachments.visibility': inUploads,
  'text input.options.audioClip.visibility': inUploads,
  'updateMe.updates.displayedInAppNotifications': forOthers,
  'updateMe.updates.graphNavigation': forOthers,
  'updateMe.updates.groupTitlesAutoGeneration': forOthers,
  'updateMe.updates.onboardingCategories': forOthers,
  'updateMe.updates.preferredAppAppearance': forOthers,
  'updateTest.test.cassette.method': inCassette,
  'zendesk credentials.conversationsKeyId': inItsDefinition,
  'zendesk credentials.conversationsSecretKey': inItsDefinition,
}

const packages = new URL('../../../', import.meta.url).pathname

/**
 * Schemas, forms, templates, file conversions and tests name options without acting on them. Code that derives dark themes counts as
 * acting.
 */
const isIgnored = (path: string) =>
  /\.test\.tsx?$|\/testing\/|^api\/|^templates\/|^flow\/(?!src\/theme\/dark-theme\.ts)|^builder\/src\/(forms|inspector|appearance|catalogue|document|templates)\//.test(
    path,
  )

/** Names in each file of code that acts. */
const namesOf = new Map(
  readdirSync(packages)
    .flatMap((name) =>
      readdirSync(`${packages}${name}/src`, { recursive: true, encoding: 'utf8' }).map((path) => `${name}/src/${path}`),
    )
    .filter((path) => /\.tsx?$/.test(path) && !isIgnored(path))
    .map((path) => [path, new Set(readFileSync(packages + path, 'utf8').match(/[\w$]+/g) ?? [])]),
)
const shared = [...namesOf].flatMap(([path, names]) => (path.startsWith('blocks/') ? [] : [names]))
const registry = readFileSync(`${packages}blocks/src/registry.ts`, 'utf8')

/** Names in the code of one block type: its runtime and the files of the package that it imports, so not what other blocks read. */
function namesOfBlock(type: string): ReadonlySet<string> {
  const [, runtime = type] = new RegExp(`^  '?${type.replaceAll('.', '\\.')}'?: (\\w+)`, 'm').exec(registry) ?? []
  const [, file = 'integration/runtime'] = new RegExp(`\\{ ${runtime} \\} from '\\./(.+)\\.js'`).exec(registry) ?? []
  const files = importedFrom(`blocks/src/${file}.ts`)
  return new Set([...files].flatMap((path) => [...(namesOf.get(path) ?? [])]))
}

function importedFrom(path: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(path)) return seen
  seen.add(path)
  for (const [, name] of readFileSync(packages + path, 'utf8').matchAll(/from '(\..+)\.js'/g))
    importedFrom(join(dirname(path), `${name}.ts`), seen)
  return seen
}

/** Parts that code reaches without naming them together with their content. */
const plainParts = new Set(['options', 'content', 'items', 'updates'])

/**
 * True if an option and its parent are named together in the code of its block, or in one file of the packages that all blocks share. So
 * neither an option of another block nor a word elsewhere counts.
 */
function isRead(path: readonly string[], block: ReadonlySet<string> | undefined): boolean {
  const needed = path
    .slice(-2)
    .filter((name, index, { length }) => index === length - 1 || !plainParts.has(name))
    .flatMap((name) => name.split('.'))
  const hasAll = (names: ReadonlySet<string>) => needed.every((name) => names.has(name))
  return shared.some(hasAll) || (block !== undefined && hasAll(block))
}

interface JsonSchema {
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
}

/** Returns the paths of all properties, including those of variants and list items. */
function pathsIn(schema: JsonSchema, path: readonly string[] = []): (readonly string[])[] {
  const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.items ? [schema.items] : [])]
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => [
    [...path, name],
    ...pathsIn(property, [...path, name]),
  ])
  return [...own, ...inner.flatMap((each) => pathsIn(each, path))]
}

const describe = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', metadata: z.registry() }) as JsonSchema

/** Request schemas of all operations; bots and credentials have separate schemas. */
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

test('code of its block, or shared code that names what holds it, reads every option and parameter, or a reason explains why none does', () => {
  const all = Object.keys(exceptions)
  const unread = schemas.flatMap(([root, schema]) => {
    const block = Object.hasOwn(blockSchemas, root) ? namesOfBlock(root) : undefined
    return pathsIn(describe(schema)).flatMap((path) => {
      if (/^(create|update|import)\w+$/.test(root) && /^(bot|credentials)$/.test(path[0] as string)) return []
      const name = [root, ...path].join('.')
      // One reason is enough for a part that nothing reads, and for its content.
      const isInside = all.some((known) => name.startsWith(`${known}.`))
      return isInside || isRead(path, block) ? [] : [name]
    })
  })
  expect([...new Set(unread)].toSorted()).toEqual(all.toSorted())
})

test('what another block reads does not count as read', () => {
  const path = ['options', 'aPercent']
  expect(isRead(path, namesOfBlock('AB test'))).toBe(true)
  expect(isRead(path, namesOfBlock('text input'))).toBe(false)
})
