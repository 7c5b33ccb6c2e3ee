import { translated } from '../i18n/i18n.js'

/** A problem of a check in the reader's language. Those of tests begin with the name of the test, which stays as it is. */
export function problemText(message: string): string {
  const whole = translated(message)
  if (whole !== message) return whole
  for (let at = message.indexOf(': '); at !== -1; at = message.indexOf(': ', at + 2)) {
    const reason = message.slice(at + 2)
    const known = translated(reason)
    if (known !== reason) return message.slice(0, at + 2) + known
  }
  return message
}
