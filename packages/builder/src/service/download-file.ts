import { saveFile } from '../design/save-file.js'
import { t } from '../i18n/i18n.js'
import { credentialHeaders } from './session.js'

/** Saves the file of an export once all of it is there: one that broke off must not look complete. */
export async function downloadFile(address: string, name: string): Promise<void> {
  const response = await fetch(address, { headers: credentialHeaders('GET') })
  if (!response.ok)
    throw new Error(t('The export failed with status {status}. Try again.', { status: response.status }))
  const file = await response.blob().catch(() => {
    throw new Error(t('The export was interrupted. Try again, or export less.'))
  })
  saveFile(name, file)
}
