import type { Auth, Credentials, HttpCallOfService } from '@colloquy/flow/integrations'

/** Content of credentials, by field name. */
export type CredentialsFields = Readonly<Record<string, unknown>>

/**
 * Proof of the caller's identity to a service: headers that only the hosts of the credentials may receive, or fields to add to the JSON
 * body.
 */
export interface Proof {
  headers: [name: string, value: string][]
  json?: Record<string, string>
}

type SignedCall = Pick<HttpCallOfService, 'key'>

type Authenticator<A extends Auth> = (auth: A, data: CredentialsFields, call: SignedCall) => Proof

/** Creates the proof for each kind of `auth`. */
const authenticators: { [K in Auth['kind']]: Authenticator<Extract<Auth, { kind: K }>> } = {
  header({ name, prefix = '', field, alsoAs }, data, { key }) {
    const secret = textOf(data[key ?? field])
    if (secret === undefined) return { headers: [] }
    return { headers: [[name, `${prefix}${secret}`], ...(alsoAs ? [[alsoAs, secret] as [string, string]] : [])] }
  },
  json({ name, field }, data, { key }) {
    const secret = textOf(data[key ?? field])
    return { headers: [], ...(secret !== undefined && { json: { [name]: secret } }) }
  },
  signature: () => ({ headers: [] }),
  oauth({ names }, data) {
    const token = textOf(data[names.accessToken])
    return { headers: token === undefined ? [] : [['Authorization', `Bearer ${token}`]] }
  },
}

/** Returns what to add to a call so that the service can identify the caller; nothing if the credentials do not hold a key. */
export function authenticate(auth: Auth, data: CredentialsFields, call: SignedCall = {}): Proof {
  return (authenticators[auth.kind] as Authenticator<Auth>)(auth, data, call)
}

/** Removes the secrets from a text, since a service may repeat what it was sent. */
export function withoutSecrets(text: string, credentials: Credentials, data: CredentialsFields): string {
  return secretsOf(credentials, data).reduce((cleaned, secret) => cleaned.replaceAll(secret, hidden), text)
}

/** Removes secrets from a text that arrives in pieces: a possible beginning of a secret is held back until the next piece decides. */
export class SecretFilter {
  readonly #secrets: readonly string[]
  #held = ''

  constructor(credentials: Pick<Credentials, 'fields' | 'auth'>, data: CredentialsFields) {
    this.#secrets = secretsOf(credentials, data).slice()
  }

  /** Returns the text that can be shown now. */
  push(piece: string): string {
    let text = this.#held + piece
    for (const secret of this.#secrets) text = text.replaceAll(secret, hidden)
    const at = secretStart(text, this.#secrets)
    this.#held = text.slice(at)
    return text.slice(0, at)
  }

  /** Returns the rest, at the end. */
  flush(): string {
    const rest = this.#held
    this.#held = ''
    return rest
  }
}

/** Returns the index from which the end of a text could continue as a secret; its length if there is none. */
function secretStart(text: string, secrets: readonly string[]): number {
  let start = text.length
  for (const secret of secrets) {
    for (let length = Math.min(secret.length - 1, text.length); length > 0; length--) {
      if (!text.endsWith(secret.slice(0, length))) continue
      start = Math.min(start, text.length - length)
      break
    }
  }
  return start
}

const hidden = '•••'

function secretsOf({ fields, auth }: Pick<Credentials, 'fields' | 'auth'>, data: CredentialsFields): string[] {
  const secrets =
    auth.kind === 'oauth'
      ? textsIn(data)
      : Object.keys(fields)
          .filter((name) => fields[name]?.kind === 'secret')
          .flatMap((name) => textOf(data[name]) ?? [])
  return secrets.filter((secret) => secret.length >= shortestSecret)
}

/** Returns all strings obtained from signing in, except those that are not secret. */
function textsIn(data: CredentialsFields): string[] {
  return Object.entries(data).flatMap(([name, value]) => {
    if (plainFields.has(name)) return []
    if (typeof value === 'object' && value !== null) return textsIn(value as CredentialsFields)
    return textOf(value) ?? []
  })
}

const plainFields: ReadonlySet<string> = new Set(['clientEmail', 'scope', 'token_type'])

/** Shorter secrets occur in too many texts by chance. */
const shortestSecret = 8

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
