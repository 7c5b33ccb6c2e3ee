import type { MailUpload } from '@colloquy/flow/integrations'
import { attachmentName, checkMail, type MailBudget, messageOf } from '@colloquy/ports/mail'
import type { TurnScope } from '../effects/effects.js'
import { type FileFailure, type FileReader, readFile } from '../service-calls/read-upload.js'

/** Returns an email as RFC 5322 text in base64url, with its attachments; or why it cannot be sent. */
export async function composeMail(
  mail: MailUpload,
  scope: TurnScope,
  reader: FileReader,
  budget: MailBudget,
): Promise<{ raw: string } | FileFailure> {
  const { from, to, replyTo, subject, text, attachments } = mail
  const owner = { workspaceId: scope.workspaceId, botId: scope.botId }
  const names = attachments.map((filename) => ({ filename, content: new Uint8Array() }))
  const draft = { owner, from, to: [...to], ...(replyTo && { replyTo }), subject, text }
  const wrong = checkMail(draft) ?? budget.take({ ...draft, attachments: names })
  if (wrong !== undefined) return { answer: 'refused', reason: wrong }
  const files: { filename: string; contentType: string; content: Buffer }[] = []
  const max = reader.limits.serviceFileBytes
  let left = max
  for (const url of attachments) {
    const together = files.length > 0 ? { tooLarge: tooLargeTogether(max) } : {}
    const file = await readFile(url, scope, { ...reader, limits: { serviceFileBytes: left }, ...together })
    if ('reason' in file) return file
    left -= file.content.byteLength
    files.push({
      filename: attachmentName(file.name),
      contentType: file.type || 'application/octet-stream',
      content: Buffer.from(file.content.buffer),
    })
  }
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer/index.js')
  const composer = new MailComposer({
    ...messageOf(draft),
    attachments: files,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return { raw: (await composer.compile().build()).toString('base64url') }
}

const tooLargeTogether = (maxBytes: number): FileFailure => ({
  answer: 'failed',
  reason: `its attachments are larger than ${maxBytes} bytes together.`,
})
