import { t } from '../i18n/i18n.js'
import { ServiceError } from './api.js'
import { credentialHeaders } from './session.js'

/** Keeps a file with a bot, open to everybody who knows its address; resolves to that address. Throws a `ServiceError`. */
export async function uploadFile(botId: string, file: File): Promise<string> {
  const response = await fetch(`/api/v1/bots/${botId}/files?name=${encodeURIComponent(file.name)}`, {
    method: 'POST',
    headers: { ...credentialHeaders('POST'), 'content-type': typeOf(file) },
    body: file,
  }).catch(() => {
    throw new ServiceError({ code: 'offline', status: 0, message: t('The service cannot be reached.') })
  })
  const body = await response.json().catch(() => ({}))
  if (response.ok) return body.file.url
  const message = body.message ?? t('The service answered with status {status}.', { status: response.status })
  throw new ServiceError({ code: 'unknown', status: response.status, ...body, message })
}

/** Not every system knows the type of captions. */
const typeOf = ({ name, type }: File): string =>
  type || (/\.vtt$/i.test(name) ? 'text/vtt' : 'application/octet-stream')
