import { isEmail } from '@colloquy/blocks'
import type { Mail } from './mail.js'

/** Why an email cannot be sent; undefined if it can. */
export function checkMail(mail: Mail): string | undefined {
  const recipients = [...mail.to, ...(mail.cc ?? []), ...(mail.bcc ?? [])]
  if (recipients.length === 0) return 'There is nobody to send it to'
  if (recipients.length > maxRecipients) {
    return `It has ${recipients.length} recipients; at most ${maxRecipients} are allowed`
  }
  const addresses = [mail.from.address, ...recipients, ...(mail.replyTo === undefined ? [] : [mail.replyTo])]
  const wrong = addresses.find((address) => !isEmail(address) || headerText(address) !== address)
  if (wrong !== undefined) return `${JSON.stringify(headerText(wrong).slice(0, 100))} is not an email address`
  for (const { filename, contentType, content } of mail.attachments ?? []) {
    if (contentType !== undefined && !mediaType.test(contentType)) {
      return `The attachment ${JSON.stringify(attachmentName(filename))} has a content type that cannot be sent`
    }
    if (content instanceof Uint8Array && content.byteLength > maxAttachedBytes) {
      return `The attachment ${JSON.stringify(attachmentName(filename))} is larger than ${maxAttachedBytes / 1e6} MB`
    }
  }
  return undefined
}

/** Text for a header: control characters become spaces, so that the text cannot start another header. */
export function headerText(text: string): string {
  return text.replace(controls, ' ').trim().slice(0, 1000)
}

/** File name of an attachment, without a path. */
export function attachmentName(text: string): string {
  return headerText(text).replace(/[/\\]/g, '_').slice(-200) || 'file'
}

const maxRecipients = 100
const maxAttachedBytes = 25_000_000
const controls = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu
const mediaType = /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/
