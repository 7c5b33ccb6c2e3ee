import { ApiError, type Issue } from '@colloquy/api'
import type { AttributeType, AttributeValue } from '@colloquy/flow/contacts'
import type { ContactAttribute, ContactIdentifier } from '@colloquy/storage'
import { keyOfIdentifier, storedIdentifier } from './identifiers.js'

/** The values of a request. */
interface Given {
  attributes?: Readonly<Record<string, AttributeValue | null>> | undefined
  identifiers?: readonly { kind: ContactIdentifier['kind']; value: string; channel: string | null }[] | undefined
}

/** Returns values as they are stored: attributes by the id of their definition. Throws `invalid_request` with an issue for each wrong one. */
export function storedValues(definitions: readonly ContactAttribute[], { attributes, identifiers }: Given) {
  const issues: Issue[] = []
  const byId: Record<string, AttributeValue | null> = {}
  for (const [name, value] of Object.entries(attributes ?? {})) {
    const definition = definitions.find((one) => one.name === name)
    const problem = definition
      ? problemOf(definition.type, value)
      : 'The contacts have no attribute of this name. Add it first'
    if (problem !== undefined) issues.push({ path: `attributes.${name}`, message: problem })
    else if (definition) byId[definition.id] = value
  }
  const stored = identifiers?.flatMap(({ kind, value, channel }, index) => {
    const one = storedIdentifier(kind, value, channel)
    if (!one)
      issues.push({ path: `identifiers.${index}.value`, message: identifierProblems[kind] ?? 'Give another value' })
    return one ?? []
  })
  if (issues.length > 0) throw new ApiError('invalid_request', { issues })
  return { attributes: byId, ...(stored && { identifiers: withoutRepeated(stored) }) }
}

const identifierProblems: Partial<Record<ContactIdentifier['kind'], string>> = {
  phone: 'Give a phone number with its country code, such as +49 170 12345678',
  email: 'Give an email address, such as ana@example.com',
}

/** In the order in which they are read. */
function withoutRepeated(identifiers: readonly ContactIdentifier[]): ContactIdentifier[] {
  const byKey = new Map(identifiers.map((one) => [keyOfIdentifier(one), one]))
  return [...byKey].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, identifier]) => identifier)
}

/** Why a value is not of a type; undefined if it is. */
export function problemOf(type: AttributeType, value: AttributeValue | null): string | undefined {
  if (value === null || isOfType[type](value)) return undefined
  return `${asks[type]}. The attribute has the type ${type}`
}

const isOfType: Readonly<Record<AttributeType, (value: AttributeValue) => boolean>> = {
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  date: (value) => typeof value === 'string' && isDay(value),
  boolean: (value) => typeof value === 'boolean',
  list: (value) => Array.isArray(value),
}

const asks: Readonly<Record<AttributeType, string>> = {
  text: 'Give a text',
  number: 'Give a number',
  date: 'Give a day, such as 2026-03-15',
  boolean: 'Give true or false',
  list: 'Give a list of texts',
}

/** True for a day that exists, such as `2026-03-15`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text
}
