/** Kinds of identifiers of a person. `external` is the id in another system, `web` the id that a signed page gives. */
export const identifierKinds = [
  'phone',
  'whatsapp-user',
  'telegram',
  'messenger',
  'instagram',
  'email',
  'web',
  'external',
] as const
export type IdentifierKind = (typeof identifierKinds)[number]

/** The columns of a file of contacts, besides attributes. */
export const contactColumns = [
  'id',
  'name',
  'phone',
  'email',
  'whatsapp-user',
  'telegram',
  'messenger',
  'instagram',
  'web',
  'external',
  'language',
  'timeZone',
  'tags',
  'notes',
  'isBlocked',
] as const satisfies readonly (
  | IdentifierKind
  | 'id'
  | 'name'
  | 'language'
  | 'timeZone'
  | 'tags'
  | 'notes'
  | 'isBlocked'
)[]
export type ContactColumn = (typeof contactColumns)[number]

/** Types of attributes of contacts. A value of the type `date` is a day, such as `2026-03-15`. */
export const attributeTypes = ['text', 'number', 'date', 'boolean', 'list'] as const
export type AttributeType = (typeof attributeTypes)[number]

export type AttributeValue = string | number | boolean | readonly string[]

/** Names of attributes, which flows read as `contact.` and the name. */
export const attributeNamePattern = /^[A-Za-z][A-Za-z0-9_]{0,59}$/

/** Fields of every contact that flows read: no attribute has these names. */
export const contactFields = ['id', 'name', 'language', 'timeZone', 'firstSeenAt', 'lastSeenAt', 'tags'] as const

/** Type of each field that every contact has. Flows read them like attributes, by their name as the key. */
export const contactFieldTypes: Readonly<
  Record<(typeof contactFields)[number], { type: AttributeType; isReadOnly?: true }>
> = {
  id: { type: 'text', isReadOnly: true },
  name: { type: 'text' },
  language: { type: 'text' },
  timeZone: { type: 'text' },
  firstSeenAt: { type: 'text', isReadOnly: true },
  lastSeenAt: { type: 'text', isReadOnly: true },
  tags: { type: 'list' },
}

/** The name under which flows use an attribute, in placeholders such as `{{contact.plan}}`. */
export const attributeName = (key: string): string => `contact.${key}`
