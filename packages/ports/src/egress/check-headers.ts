/**
 * Problems with headers that an author set, one sentence each, suitable for the editor and for the log: they contain names, never values.
 */
export function checkHeaders(headers: readonly (readonly [name: string, value: string])[]): string[] {
  const problems = headers.flatMap(([name, value]) => headerProblem(name, value) ?? [])
  if (headers.length > maxHeaders) {
    problems.push(`There are ${headers.length} headers: at most ${maxHeaders} can be sent.`)
  }
  const size = headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  if (size > maxSize) problems.push(`The headers have ${size} characters together: at most ${maxSize} can be sent.`)
  return problems
}

/** The same when a flow is saved, as far as it can be checked by then: templates are filled in and checked later. */
export function checkHeadersOfFlow(headers: readonly (readonly [name: string, value: string])[]): string[] {
  const known = headers.filter(([name]) => !name.includes('{{'))
  return checkHeaders(known.map(([name, value]) => [name, withoutTemplates(value)]))
}

/** The header by which a service recognizes its own calls when they come back to it. */
export const loopGuardHeader = 'x-colloquy-loop-guard'

const maxHeaders = 100
const maxSize = 32_768

/** These determine where the request ends and where it goes; differing interpretations make request smuggling possible. */
const decidedByUs = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'upgrade',
  'te',
  'trailer',
  'expect',
  loopGuardHeader,
])

/** These unlock the metadata services of clouds, and have no meaning elsewhere. */
const opensMetadata = new Set(['metadata', 'metadata-flavor', 'metadata-token', 'x-google-metadata-request'])

function headerProblem(name: string, value: string): string | undefined {
  const lower = name.trim().toLowerCase()
  const shown = JSON.stringify(name.slice(0, 80))
  if (decidedByUs.has(lower))
    return `Header ${shown} cannot be set: it follows from the address and the body. Remove it.`
  if (lower.startsWith('proxy-')) return `Header ${shown} cannot be set: calls do not go through a proxy. Remove it.`
  if (opensMetadata.has(lower) || lower.startsWith('x-aws-ec2-metadata-')) {
    return `Header ${shown} cannot be set: it is for metadata services, which flows may not call. Remove it.`
  }
  if (!token.test(name)) return `Header ${shown} is no header name: use letters, digits and hyphens.`
  if (!fieldValue.test(value)) {
    return `Header ${shown} has a value with a line break or a character that headers cannot carry: remove it, or percent-encode it.`
  }
  return undefined
}

/** RFC 9110, 5.6.2 and 5.5. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/

function withoutTemplates(text: string): string {
  const [start = '', ...rest] = text.split('{{')
  return start + rest.map((part) => part.split('}}').slice(1).join('}}')).join('')
}
