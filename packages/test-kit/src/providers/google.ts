import { createHash, createPublicKey, createVerify } from 'node:crypto'
import { failed, type SheetsInMemory, sheetCalls } from './google-sheets.js'
import { type ReceivedRequest, type StandInResponse, standIn } from './stand-in.js'

export const googleClient = { id: 'client-of-the-tests', secret: 'planted-client-secret-0123' }
export const ownGoogleClient = { id: 'own-client-of-the-tests', secret: 'planted-own-secret-4567' }
export const googleAccount = { email: 'ada@example.com', name: 'Ada Lovelace' }

interface Grant {
  redirect: string
  challenge: string
  clientId: string
  scope: string
}

export interface SentMail {
  raw: string
  threadId?: string
}

/**
 * Google's sign-in, Sheets and Gmail as far as blocks use them. Users consent at once unless `denies` is set. Access tokens are valid for
 * `lifetime` seconds; `revoked` refresh tokens, and rotated ones, are answered with `invalid_grant`.
 */
export async function googleStandIn(sheets: SheetsInMemory = {}) {
  const grants = new Map<string, Grant>()
  const accessTokens = new Set<string>()
  const refreshTokens = new Map<string, string>()
  const mails: SentMail[] = []
  const labelled: { id: string; labels: string[] }[] = []
  let made = 0
  const state = {
    denies: false,
    withoutRefreshToken: false,
    rotates: false,
    lifetime: 3_600,
    leavesOutScope: undefined as string | undefined,
    serviceAccountKey: undefined as string | undefined,
    failsLabels: false,
    /** Delay before a response with tokens, in milliseconds. */
    slow: 0,
  }
  const clients = new Map([googleClient, ownGoogleClient].map(({ id, secret }) => [id, secret]))

  function authorize({ query }: ReceivedRequest): StandInResponse {
    const target = new URL(query.redirect_uri ?? '')
    target.searchParams.set('state', query.state ?? '')
    if (!clients.has(query.client_id ?? '') || query.response_type !== 'code' || query.access_type !== 'offline')
      return { status: 400, body: 'invalid_request' }
    if (state.denies) target.searchParams.set('error', 'access_denied')
    else {
      const code = `code-${++made}`
      const { redirect_uri: redirect = '', code_challenge: challenge = '', client_id: clientId = '' } = query
      grants.set(code, { redirect, challenge, clientId, scope: query.scope ?? '' })
      target.searchParams.set('code', code)
    }
    return { status: 302, headers: { location: target.href } }
  }

  function newTokens(clientId: string, scope: string, refreshToken?: string): StandInResponse {
    const accessToken = `planted-access-token-${++made}`
    accessTokens.add(accessToken)
    const given = refreshToken ?? (state.rotates ? `planted-refresh-token-${++made}` : undefined)
    if (given) refreshTokens.set(given, clientId)
    const { lifetime: expires_in } = state
    const more = given ? { refresh_token: given } : {}
    return { json: { access_token: accessToken, expires_in, token_type: 'Bearer', scope, ...more } }
  }

  function token({ text }: ReceivedRequest): StandInResponse {
    const form = Object.fromEntries(new URLSearchParams(text))
    const refused = (error: string, status = 400): StandInResponse => ({ status, json: { error } })
    if (form.grant_type === 'urn:ietf:params:oauth:grant-type:jwt-bearer') {
      return isSigned(form.assertion ?? '', state.serviceAccountKey) ? newTokens('', '') : refused('invalid_grant')
    }
    const { client_id: clientId = '', client_secret: secret } = form
    if (clients.get(clientId) !== secret) return refused('invalid_client', 401)
    if (form.grant_type === 'refresh_token') {
      const refreshToken = form.refresh_token ?? ''
      if (refreshTokens.get(refreshToken) !== clientId) return refused('invalid_grant')
      if (state.rotates) refreshTokens.delete(refreshToken)
      return newTokens(clientId, '')
    }
    const grant = grants.get(form.code ?? '')
    grants.delete(form.code ?? '')
    const challenge = createHash('sha256')
      .update(form.code_verifier ?? '')
      .digest('base64url')
    if (grant?.clientId !== clientId || grant.redirect !== form.redirect_uri || grant.challenge !== challenge)
      return refused('invalid_grant')
    const scope = grant.scope.split(' ').filter((it) => it !== state.leavesOutScope)
    return newTokens(
      clientId,
      scope.join(' '),
      state.withoutRefreshToken ? undefined : `planted-refresh-token-${++made}`,
    )
  }

  function mail({ path, json }: ReceivedRequest): StandInResponse {
    if (path === '/gmail/v1/users/me/labels')
      return {
        json: {
          labels: [
            { id: 'INBOX', name: 'INBOX', type: 'system' },
            { id: 'L1', name: 'Leads', type: 'user' },
          ],
        },
      }
    if (path === '/gmail/v1/users/me/messages/send') {
      mails.push({ raw: Buffer.from(json.raw, 'base64url').toString(), threadId: json.threadId })
      return { json: { id: `m${mails.length}`, threadId: json.threadId ?? `t${mails.length}` } }
    }
    const [, id] = /^\/gmail\/v1\/users\/me\/messages\/(\w+)\/modify$/.exec(path) ?? []
    if (id === undefined) return failed(404, 'NOT_FOUND', 'Not found')
    if (state.failsLabels) return failed(400, 'INVALID_ARGUMENT', 'Invalid label')
    labelled.push({ id, labels: json.addLabelIds })
    return { json: {} }
  }

  const answer = (request: ReceivedRequest): StandInResponse | Promise<StandInResponse> => {
    const { path, headers } = request
    if (path === '/o/oauth2/v2/auth') return authorize(request)
    if (path === '/token') return new Promise((resolve) => setTimeout(() => resolve(token(request)), state.slow))
    if (path === '/revoke') {
      refreshTokens.delete(new URLSearchParams(request.text).get('token') ?? '')
      return { json: {} }
    }
    if (!accessTokens.has((headers.authorization ?? '').replace('Bearer ', '')))
      return failed(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials')
    if (path === '/oauth2/v3/userinfo') return { json: googleAccount }
    if (path.startsWith('/gmail/')) return mail(request)
    return sheetCalls(sheets, request)
  }
  const server = await standIn(answer)
  return Object.assign(server, {
    state,
    sheets,
    mails,
    labelled,
    refreshTokens,
    accept: (accessToken: string) => accessTokens.add(accessToken),
    /** Invalidates all access tokens issued so far. */
    endAccess: () => accessTokens.clear(),
    /** Number of token requests by grant type. */
    asked: (grant: string) =>
      server.received.filter(({ path, text }) => path === '/token' && text.includes(`grant_type=${grant}`)).length,
  })
}

function isSigned(assertion: string, publicKey: string | undefined): boolean {
  const [header = '', claims = '', signature = ''] = assertion.split('.')
  const { aud, exp, iat, scope = '' } = JSON.parse(Buffer.from(claims, 'base64url').toString() || '{}')
  const verify = createVerify('RSA-SHA256').update(`${header}.${claims}`)
  return (
    publicKey !== undefined &&
    aud === 'https://oauth2.googleapis.com/token' &&
    exp - iat <= 3_600 &&
    scope.split(' ').includes('https://www.googleapis.com/auth/spreadsheets') &&
    verify.verify(createPublicKey(publicKey), signature, 'base64url')
  )
}
