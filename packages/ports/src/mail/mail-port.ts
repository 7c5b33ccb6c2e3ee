import { Readable } from 'node:stream'
import ipaddr from 'ipaddr.js'
import type { SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection'
import type { CallGuard } from '../shares/call-guard.js'
import { FairGate } from '../shares/fair-gate.js'
import { instanceOwner, type Owner } from '../shares/owner.js'
import { attachmentName, checkMail } from './check-mail.js'
import type { Mail, MailAccount } from './mail.js'
import { MailQuota } from './mail-quota.js'
import { messageOf } from './message-of.js'
import { masked, smtpFailure } from './smtp-failure.js'

/**
 * `rejected`: addresses that the server rejected although it accepted others. `answer`: the server's response to the email. A `reason` is
 * for the author. Neither contains a secret.
 */
export type MailOutcome = { kind: 'sent'; rejected?: string[]; answer?: string } | { kind: 'failed'; reason: string }

export interface MailPort {
  /** Sends once, without retries, because an email that was sent twice cannot be called back. The guard is asked before it connects. */
  send(
    mail: Mail,
    account: MailAccount,
    signal?: AbortSignal,
    guard?: Pick<CallGuard, 'mayBegin'>,
  ): Promise<MailOutcome>
  /** Connects and signs in, but sends nothing. */
  verify(account: MailAccount, owner: Owner): Promise<MailOutcome>
}

/** Finds the address to connect to, if flows may; the rules are those of the egress client. */
export type CheckAddress = (
  host: string,
  port: number,
  owner: Owner,
  signal: AbortSignal,
) => Promise<{ kind: 'address'; address: string } | { kind: 'refused'; reason: string }>

export interface MailLimits {
  /** Emails that are sent at the same time. */
  outgoingMails: number
  /** Emails of one workspace through the mail server of the instance. */
  mailsPerHour: number
}

export interface MailPortOptions {
  checkAddress: CheckAddress
  /** For one email or one connection test, including the wait for others; default 20. */
  timeoutSeconds?: number
  limits: MailLimits
  /** Called if an email has to wait, or fails, because of a limit of the instance. */
  limitReached?: (name: keyof MailLimits) => void
  /** Milliseconds since 1970. */
  now?: () => number
}

/** Opens an SMTP client. It connects to exactly the address that was checked. */
export function openMailPort(options: MailPortOptions): MailPort {
  const { checkAddress, timeoutSeconds = 20, limits, limitReached = () => {}, now = Date.now } = options
  const milliseconds = timeoutSeconds * 1000
  const gate = new FairGate({ slots: limits.outgoingMails, onWait: () => limitReached('outgoingMails') })
  const quota = new MailQuota(limits.mailsPerHour)

  /** Counts an email of a flow through the mail server of the instance; returns the reason if it must not be sent. */
  function overQuota({ workspaceId }: Owner, { isTrusted }: MailAccount): string | undefined {
    const wait = isTrusted && workspaceId !== instanceOwner.workspaceId ? quota.take(workspaceId, now()) : 0
    if (wait === 0) return undefined
    limitReached('mailsPerHour')
    return (
      `This workspace has sent ${limits.mailsPerHour} emails within an hour through the mail server of the instance, the most that it may. ` +
      `Try again in ${Math.ceil(wait / 60_000)} min, or use SMTP credentials of the workspace`
    )
  }

  async function connectionTo(
    account: MailAccount,
    owner: Owner,
    signal: AbortSignal,
  ): Promise<SMTPConnectionOptions | { refused: string }> {
    const { host, port } = account
    const checked = account.isTrusted
      ? ({ kind: 'address', address: host } as const)
      : await checkAddress(host, port, owner, signal)
    if (signal.aborted) return { refused: smtpFailure(undefined, account, timeoutSeconds) }
    if (checked.kind === 'refused') return { refused: checked.reason }
    return {
      host: checked.address,
      port,
      ...tlsOptions(account, checked.address),
      dnsTimeout: milliseconds,
      connectionTimeout: milliseconds,
      greetingTimeout: milliseconds,
      socketTimeout: milliseconds,
      socketCloseTimeout: 0,
      maxResponseSize: 100_000,
    }
  }

  return {
    async send(mail, account, signal, guard) {
      const deadline = AbortSignal.timeout(milliseconds)
      const ending = signal ? AbortSignal.any([signal, deadline]) : deadline
      const failed = (reason: string): MailOutcome => {
        letGo(mail)
        return { kind: 'failed', reason }
      }
      const wrong = checkMail(mail)
      if (wrong !== undefined) return failed(wrong)
      const leave = await gate.enter(mail.owner, ending)
      if (leave === undefined) return failed(signal?.aborted ? givenUp : crowded)
      try {
        const refused = overQuota(mail.owner, account)
        if (refused !== undefined) return failed(refused)
        const connection = await connectionTo(account, mail.owner, ending)
        if ('refused' in connection) return failed(connection.refused)
        const { default: nodemailer } = await import('nodemailer')
        if (guard?.mayBegin() === false) return failed(givenUp)
        const transport = nodemailer.createTransport({ ...connection, ...authOf(account) })
        const { rejected, response } = await transport.sendMail({
          ...messageOf(mail),
          attachments: mail.attachments?.map(({ filename, content, contentType }) => ({
            filename: attachmentName(filename),
            content: content instanceof Uint8Array ? Buffer.from(content) : Readable.fromWeb(content),
            contentType: contentType ?? 'application/octet-stream',
          })),
          disableFileAccess: true,
          disableUrlAccess: true,
          signal: ending,
        })
        const answer = masked(response, account)
        return rejected.length > 0 ? { kind: 'sent', rejected, answer } : { kind: 'sent', answer }
      } catch (error) {
        return failed(smtpFailure(error, account, deadline.aborted ? timeoutSeconds : undefined))
      } finally {
        leave()
      }
    },

    async verify(account, owner) {
      const deadline = AbortSignal.timeout(milliseconds)
      const leave = await gate.enter(owner, deadline)
      if (leave === undefined) return { kind: 'failed', reason: crowded }
      try {
        return await tryConnection(account, owner, deadline)
      } finally {
        leave()
      }
    },
  }

  async function tryConnection(account: MailAccount, owner: Owner, deadline: AbortSignal): Promise<MailOutcome> {
    const options = await connectionTo(account, owner, deadline)
    if ('refused' in options) return { kind: 'failed', reason: options.refused }
    const { default: SmtpConnection } = await import('nodemailer/lib/smtp-connection')
    const connection = new SmtpConnection(options)
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      connection.close()
    }, milliseconds)
    try {
      await new Promise<void>((resolve, reject) => {
        connection.once('error', reject)
        connection.once('end', () => reject(new Error('The server ended the connection')))
        connection.connect((error) => {
          if (error) return reject(error)
          const { auth } = authOf(account)
          if (!auth || !connection.allowsAuth) return resolve()
          connection.login({ credentials: auth }, (failure) => (failure ? reject(failure) : resolve()))
        })
      })
      connection.quit()
      return { kind: 'sent' }
    } catch (error) {
      connection.close()
      return { kind: 'failed', reason: smtpFailure(error, account, isLate ? timeoutSeconds : undefined) }
    } finally {
      clearTimeout(timer)
    }
  }
}

const givenUp = 'It was given up: its turn was'
const crowded = 'Too many emails of this workspace were being sent at the same time. Try again later'

/** The server has to prove its name. A password that an author set is never sent unencrypted across the internet. */
export function tlsOptions({ host, isTls, isTrusted, password }: MailAccount, address: string) {
  return {
    secure: isTls,
    requireTLS: !isTls && !isTrusted && password !== undefined && isPublic(address),
    ...(ipaddr.isValid(host) ? {} : { servername: host }),
    tls: { minVersion: 'TLSv1.2' },
  } satisfies SMTPConnectionOptions
}

function authOf({ username, password }: MailAccount): { auth?: { user: string; pass: string } } {
  return username === undefined || password === undefined ? {} : { auth: { user: username, pass: password } }
}

/** Closes the attachments, so that no file stays open for an email that is not sent. */
function letGo({ attachments = [] }: Mail): void {
  for (const { content } of attachments) {
    if (!(content instanceof Uint8Array) && !content.locked) void content.cancel().catch(() => {})
  }
}

function isPublic(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'
}
