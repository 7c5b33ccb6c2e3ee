import { headerText } from './check-mail.js'
import type { Mail } from './mail.js'

/** An email without its files, as nodemailer takes it. Names and addresses go in apart, so that nothing in a name can be read as an address. */
export function messageOf(mail: Mail) {
  const bare = (addresses: readonly string[] | undefined) => addresses?.map((address) => ({ name: '', address }))
  return {
    from: { name: headerText(mail.from.name ?? ''), address: mail.from.address },
    to: bare(mail.to),
    cc: bare(mail.cc),
    bcc: bare(mail.bcc),
    ...(mail.replyTo !== undefined && { replyTo: { name: '', address: mail.replyTo } }),
    subject: headerText(mail.subject),
    ...(mail.messageId !== undefined && { messageId: `<${mail.messageId}@${domainOf(mail.from.address)}>` }),
    ...(mail.unsubscribeUrl !== undefined && { headers: oneClick(mail.unsubscribeUrl) }),
    text: mail.text,
    html: mail.html,
  }
}

const oneClick = (url: string) => ({
  'List-Unsubscribe': `<${headerText(url)}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)
