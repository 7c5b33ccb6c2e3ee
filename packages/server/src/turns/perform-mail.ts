import type { Effects, MailOutcome } from '@colloquy/engine'
import { type Mail, type MailAccount, type MailBudget, type MailPort, mailAccountOf } from '@colloquy/ports/mail'
import type { CallGuard, Owner } from '@colloquy/ports/shares'
import type { Vault } from '../vault/vault.js'

type Attachment = NonNullable<Mail['attachments']>[number]

export interface MailHandler {
  mail: MailPort
  vault: Vault
  /** Owner of the session: credentials of any other workspace are treated as missing. */
  owner: Owner
  /** Account that `default` refers to. */
  defaultAccount: MailAccount | undefined
  /** See `Mail`. */
  messageId?: string | undefined
  /** Budget of the turn. */
  budget: MailBudget
  /** Asked before the email leaves. */
  guard?: Pick<CallGuard, 'mayBegin'>
  /** Opens a file of this chat by its address; undefined for any other address. */
  openAttachment: (url: string) => Promise<Attachment | undefined>
}

/** Sends the email of an email block, and reports failures to its author. */
export async function performMail(
  { credentialsId, draft }: Effects['mail']['asks'],
  { mail, vault, owner, defaultAccount, messageId, budget, openAttachment, guard }: MailHandler,
  signal?: AbortSignal,
): Promise<MailOutcome> {
  const account =
    credentialsId === 'default' ? defaultAccount : await accountOf(vault, owner.workspaceId, credentialsId)
  if (!account) return failed(credentialsId === 'default' ? noDefault : noCredentials)
  if (!account.from) return failed('The credentials name no sender: give them an address that emails come from')
  const { attachmentUrls, fromName, ...rest } = draft
  const from = { ...account.from, ...(fromName !== undefined && { name: fromName }) }
  const refused = budget.take({ ...rest, owner, from, attachments: attachmentUrls.map(nothingIn) })
  if (refused !== undefined) return failed(refused)
  const attachments: Attachment[] = []
  for (const url of attachmentUrls) {
    const attachment = await openAttachment(url)
    if (!attachment) return failed(`${url} is not a file of this chat, so that it cannot be attached`)
    attachments.push(attachment)
  }
  const outcome = await mail.send(
    { ...rest, owner, from, attachments, ...(messageId && { messageId }) },
    account,
    signal,
    guard,
  )
  if (outcome.kind === 'failed') return failed(outcome.reason)
  return outcome.rejected ? { rejected: outcome.rejected } : {}
}

const noDefault =
  'The instance has no mail server: its operator sets SMTP_URL and MAIL_FROM, or the block names credentials'
const noCredentials = 'The block names no mail server of this workspace: choose SMTP credentials in it'

async function accountOf(vault: Vault, workspaceId: string, id: string): Promise<MailAccount | undefined> {
  const opened = await vault.open(workspaceId, id, 'smtp')
  return opened && mailAccountOf(opened.data)
}

/** Represents an attachment of an email without opening the file. */
function nothingIn(url: string): Attachment {
  return { filename: url, content: new Uint8Array() }
}

function failed(reason: string): MailOutcome {
  return { failure: { reason } }
}
