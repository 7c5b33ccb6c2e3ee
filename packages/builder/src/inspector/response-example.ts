import { t } from '../i18n/i18n.js'

/** A response that is saved with a block. */
export interface ResponseExample {
  id: string
  name?: string
  status?: number
  /** As the service sent it, without secrets. */
  body?: string
}

export const maxExamples = 5
const maxBytes = 20_000
const blank = '•••'

/**
 * Returns the text to save of a response. `sent` has values of the request that the response may repeat. Throws if the text is too large.
 */
export function exampleBody(data: unknown, sent: readonly string[] = []): string {
  const secrets = sent.filter((value) => value.length >= 6)
  const clean = withoutSecrets(data, secrets)
  const whole = textOf(clean)
  if (bytesOf(whole) <= maxBytes) return whole
  // The first elements of a long list are enough to show its contents.
  const short = textOf(withShortLists(clean))
  if (bytesOf(short) <= maxBytes) return short
  throw new Error(
    t('The answer is too large to keep: {kilobytes} kB. At most {max} kB.', {
      kilobytes: Math.ceil(bytesOf(whole) / 1000),
      max: maxBytes / 1000,
    }),
  )
}

/** A saved response in the form that mappings see. */
export function exampleData({ body = '' }: ResponseExample): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

const textOf = (data: unknown) => (typeof data === 'string' ? data : JSON.stringify(data ?? null))
const bytesOf = (text: string) => new TextEncoder().encode(text).length

const secretKey =
  /token|secret|passw|pwd|api[-_]?key|authorization|cookie|credential|private[-_]?key|signature|^(pin|otp|jwt)$/i
const bearer = /\bBearer [\w.~+/=-]{6,}/g
const longWord = /[\w.~+/=-]{16,}/g
/** JSON Web Tokens, and keys with the prefixes of well-known services. */
const secretWord = /^(?:eyJ|AKIA|AIza|xox[abp]-|gh[pousr]_|(?:sk|pk|rk)[-_])/

function withoutSecrets(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') {
    const known = secrets.reduce((text, secret) => text.replaceAll(secret, blank), value)
    return known.replace(bearer, blank).replace(longWord, (word) => (secretWord.test(word) ? blank : word))
  }
  if (Array.isArray(value)) return value.map((one) => withoutSecrets(one, secrets))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      secretKey.test(key) && inner !== null && typeof inner !== 'boolean' ? blank : withoutSecrets(inner, secrets),
    ]),
  )
}

function withShortLists(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 3).map(withShortLists)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withShortLists(inner)]))
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
