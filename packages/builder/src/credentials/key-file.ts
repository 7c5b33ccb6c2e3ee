/** Reads the key file of a service account; undefined for any other text. */
export function readKeyFile(text: string): { clientEmail: string; privateKey: string } | undefined {
  try {
    const { client_email: clientEmail, private_key: privateKey } = JSON.parse(text)
    return typeof clientEmail === 'string' && typeof privateKey === 'string' ? { clientEmail, privateKey } : undefined
  } catch {
    return undefined
  }
}
