/** Keys, tokens and secrets that tests give to the service: stand-ins accept no others. */
const planted = /planted-[a-z-]*(?:key|token|secret|password)[a-z\d-]*/

/** Throws if a secret of the tests is in anything that the service has written or answered. */
export function refusePlantedSecrets(where: string, content: string | Uint8Array): void {
  const text =
    typeof content === 'string'
      ? content
      : Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('latin1')
  const found = planted.exec(text)
  if (!found) return
  const around = text.slice(Math.max(0, found.index - 100), found.index + 100)
  throw new Error(`The secret ${found[0]} of the tests is in ${where}: ${around}`)
}
