import { type AttributeValue, contactFieldTypes } from '@colloquy/flow'

/** A field of every contact, as flows name it. */
export type ContactField = keyof typeof contactFieldTypes

const maxName = 200
const maxTags = 50
const maxTag = 50
const language = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,4}$/

/** Why a contact cannot have a value that a flow or a file gives; undefined if it can. */
export function problemOfField(key: ContactField, value: AttributeValue | null): string | undefined {
  if (contactFieldTypes[key].isReadOnly) return 'flows cannot change it'
  if (value === null) return undefined
  if (key === 'tags') {
    const fits = Array.isArray(value) && value.length <= maxTags && value.every((tag) => tag.length <= maxTag)
    return fits ? undefined : `a contact has at most ${maxTags} tags of at most ${maxTag} characters`
  }
  const text = String(value)
  if (key === 'name') return text.length <= maxName ? undefined : `a name has at most ${maxName} characters`
  if (key === 'language') return language.test(text) ? undefined : 'it is not a language such as de or pt-BR'
  return isTimeZone(text) ? undefined : 'it is not a time zone such as Europe/Berlin'
}

function isTimeZone(text: string): boolean {
  try {
    return text.length <= 100 && new Intl.DateTimeFormat('en', { timeZone: text }) !== undefined
  } catch {
    return false
  }
}
