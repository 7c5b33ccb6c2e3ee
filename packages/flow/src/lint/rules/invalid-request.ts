import type { WrittenRequest } from '../../blocks/define.js'
import { definitionOf } from '../../blocks/registry.js'
import { fillJson, isJsonTemplate } from '../../encoding/json.js'
import type { Rule } from '../rule.js'

export const invalidRequest: Rule = {
  id: 'invalid-request',
  severity: 'error',
  summary:
    'A request cannot be made as it is written: its address, the name of a header, or JSON in its body is invalid',
  *find({ blocks }) {
    for (const { block, location } of blocks) {
      const request = definitionOf(block.type)?.request?.(block)
      if (!request) continue
      for (const { path, message, value } of problemsOf(request)) {
        const whole = `${location.path}.${request.path}.${path}`
        yield {
          location: { ...location, path: whole },
          message,
          ...(value !== undefined && { fix: { title: `Write ${value}`, edits: [{ path: whole, value }] } }),
        }
      }
    }
  },
}

interface RequestProblem {
  path: string
  message: string
  /** The text that was probably meant. */
  value?: string
}

function* problemsOf({ url = '', headers = [], body }: WrittenRequest): Generator<RequestProblem> {
  const address = url.trim()
  if (address !== '' && !address.startsWith('{{') && !/^https?:\/\/[^\s/?#]/i.test(address)) {
    const isMeant = /^[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,}(?:[:/?#]|$)/i.test(address)
    const value = isMeant ? { value: `https://${address}` } : {}
    yield {
      path: 'url',
      message: 'This address cannot be called: begin it with https:// and the name of a host.',
      ...value,
    }
  }
  for (const [index, { key = '' }] of headers.entries()) {
    const name = key.trim()
    if (name !== '' && !name.includes('{{') && !/^[!#$%&'*+.^_`|~\w-]+$/.test(name))
      yield {
        path: `headers.${index}.key`,
        message: `"${key}" cannot be the name of a header: use letters, digits and hyphens.`,
      }
  }
  if (body !== undefined && isJsonTemplate(body) && !isJson(body))
    yield {
      path: 'body',
      message:
        'This body is not JSON: check its quotes, commas and brackets. Placeholders may stand with or without quotes.',
    }
}

/** True if a template is JSON once its placeholders have values. */
function isJson(template: string): boolean {
  const pieces = template
    .split(/\{\{[^{}]+\}\}/)
    .flatMap((text, index) => (index === 0 ? [{ text }] : [{ value: null }, { text }]))
  try {
    JSON.parse(fillJson(pieces))
    return true
  } catch {
    return false
  }
}
