import { readdirSync, readFileSync } from 'node:fs'
import { endpoints } from '@colloquy/api'
import { blockSchemas, settingsSchema, themeSchema } from '@colloquy/flow'
import { expect, test } from 'vitest'
import * as z from 'zod'

const forOthers = 'kept for other products that use the same API and files; no form offers it'
const inItsForm = 'values for trying the request in its form, which sends them itself'

/** Options that no code reads, and why they exist. */
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
  'user.updates.displayedInAppNotifications': forOthers,
  'user.updates.graphNavigation': forOthers,
  'user.updates.groupTitlesAutoGeneration': forOthers,
  'user.updates.onboardingCategories': forOthers,
  'user.updates.preferredAppAppearance': forOthers,
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

const schemas: [string, z.ZodType][] = [
  ...Object.entries(blockSchemas),
  ['settings', settingsSchema],
  ['theme', themeSchema],
  ['user', endpoints.updateMe.body],
  ['workspace', endpoints.updateWorkspace.body],
]

test('some code outside of schemas, forms and tests reads every option, or a reason explains why none does', () => {
  const unread = schemas
    .flatMap(([name, schema]) => namesIn(describe(schema), name))
    .filter((path) => !words.has(path.slice(path.lastIndexOf('.') + 1)))
  expect(unread.toSorted()).toEqual(Object.keys(exceptions).toSorted())
})
