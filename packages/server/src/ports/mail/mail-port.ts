import { Readable } from 'node:stream'
import ipaddr from 'ipaddr.js'
import nodemailer from 'nodemailer'
import SmtpConnection, { type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection'
import { attachmentName, checkMail, headerText } from './check-mail.js'
import type { Mail, MailAccount } from './mail.js'
import { smtpFailure } from './smtp-failure.js'

/** `rejected`: addresses that the server did not take, though it took others. A `reason` is for the author; it holds no secret. */
export type MailOutcome = { kind: 'sent'; rejected?: string[] } | { kind: 'failed'; reason: string }

export interface MailPort {
  /** Sends once, without retries: what was sent twice cannot be called back. */
  send(mail: Mail, account: MailAccount, signal?: AbortSignal): Promise<MailOutcome>
  /** Connects and signs in, and sends nothing. */
  verify(account: MailAccount): Promise<MailOutcome>
}

/** Finds the address to connect to, if flows may: the door of all that goes out has the rules. */
export type CheckAddress = (
  host: string,
  port: number,
) => Promise<{ kind: 'address'; address: string } | { kind: 'refused'; reason: string }>

export interface MailPortOptions {
  checkAddress: CheckAddress
  /** For one e-mail or one check, all in all; default 20. */
  timeoutSeconds?: number
}

/** Speaks SMTP. The address that was checked is the one connected to. */
export function openMailPort({ checkAddress, timeoutSeconds = 20 }: MailPortOptions): MailPort {
  const milliseconds = timeoutSeconds * 1000

  async function connectionTo(account: MailAccount): Promise<SMTPConnectionOptions | { refused: string }> {
    const { host, port } = account
    const checked = account.isTrusted ? ({ kind: 'address', address: host } as const) : await checkAddress(host, port)
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
    async send(mail, account, signal) {
      const wrong = checkMail(mail)
      const connection = wrong === undefined ? await connectionTo(account) : { refused: wrong }
      if ('refused' in connection) {
        letGo(mail)
        return { kind: 'failed', reason: connection.refused }
      }
      const deadline = AbortSignal.timeout(milliseconds)
      const transport = nodemailer.createTransport({ ...connection, ...authOf(account) })
      try {
        const { rejected } = await transport.sendMail({
          ...envelopeOf(mail),
          attachments: mail.attachments?.map(({ filename, content, contentType }) => ({
            filename: attachmentName(filename),
            content: content instanceof Uint8Array ? Buffer.from(content) : Readable.fromWeb(content),
            contentType: contentType ?? 'application/octet-stream',
          })),
          disableFileAccess: true,
          disableUrlAccess: true,
          signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
        })
        return rejected.length > 0 ? { kind: 'sent', rejected } : { kind: 'sent' }
      } catch (error) {
        letGo(mail)
        return { kind: 'failed', reason: smtpFailure(error, account, deadline.aborted ? timeoutSeconds : undefined) }
      }
    },

    async verify(account) {
      const options = await connectionTo(account)
      if ('refused' in options) return { kind: 'failed', reason: options.refused }
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
    },
  }
}

/** The server proves its name. A password that an author gave never travels in the clear across the internet. */
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

/** Names and addresses go in apart, so that nothing in a name can be read as an address. */
function envelopeOf(mail: Mail) {
  const bare = (addresses: readonly string[] | undefined) => addresses?.map((address) => ({ name: '', address }))
  return {
    from: { name: headerText(mail.from.name ?? ''), address: mail.from.address },
    to: bare(mail.to),
    cc: bare(mail.cc),
    bcc: bare(mail.bcc),
    ...(mail.replyTo !== undefined && { replyTo: { name: '', address: mail.replyTo } }),
    subject: headerText(mail.subject),
    text: mail.text,
    html: mail.html,
  }
}

/** Ends what an e-mail was to be read from, so that no file stays open for one that is not sent. */
function letGo({ attachments = [] }: Mail): void {
  for (const { content } of attachments) {
    if (!(content instanceof Uint8Array) && !content.locked) void content.cancel().catch(() => {})
  }
}

function isPublic(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'
}
