/** One sentence on why a request broke off, from the code of the error: its own message may quote what was sent. */
export function explainFailure(error: unknown, host: string): string {
  const code = codeOf(error)
  const known = code === undefined ? undefined : explanations[code]
  if (known !== undefined) return `${host} ${known}.`
  if (code !== undefined && isCertificateCode(code)) return `${host} has a certificate that is not trusted (${code}).`
  return `The call to ${host} broke off${code === undefined ? '' : ` (${code})`}.`
}

/** True for a connection that broke after it stood: another attempt may find a better one. */
export function isBroken(error: unknown): boolean {
  return brokenCodes.has(codeOf(error) ?? '')
}

const explanations: Record<string, string> = {
  ECONNREFUSED: 'refuses connections at this port',
  EHOSTUNREACH: 'cannot be reached from here',
  ENETUNREACH: 'cannot be reached from here',
  ETIMEDOUT: 'does not take connections at this port',
  UND_ERR_CONNECT_TIMEOUT: 'does not take connections at this port',
  ECONNRESET: 'closed the connection before its answer was complete',
  EPIPE: 'closed the connection before its answer was complete',
  UND_ERR_SOCKET: 'closed the connection before its answer was complete',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'sent an answer of another length than it said',
  UND_ERR_HEADERS_OVERFLOW: 'sent more headers than are read',
  Z_DATA_ERROR: 'sent an answer that cannot be unpacked',
  Z_BUF_ERROR: 'sent a packed answer that breaks off',
  EPROTO: 'does not speak https at this port',
  ERR_SSL_WRONG_VERSION_NUMBER: 'does not speak https at this port',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'does not speak https at this port',
  FOREIGN_ADDRESS: 'led to an address that was not judged',
}

const brokenCodes = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

function isCertificateCode(code: string): boolean {
  return /CERT|SIGNATURE|ISSUER|ALTNAME/.test(code)
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  return undefined
}
