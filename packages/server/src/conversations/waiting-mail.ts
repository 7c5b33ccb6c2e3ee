import { hasInboxBots, roleCan } from '@colloquy/permissions'
import { instanceOwner } from '@colloquy/ports/shares'
import type { BotSummary, DueWait, Member, User, Workspace } from '@colloquy/storage'
import { writePosition } from '../http/cursor.js'
import { languagesOf } from '../mail/emails/emails.js'
import { waitingTextsIn } from '../mail/emails/waiting-texts.js'
import { written } from '../mail/mail-content.js'
import { preferencesOf } from '../mail/preferences.js'
import { oneLine, quoted } from '../mail/quoted.js'
import { mailsLinks } from '../mail/send-link.js'
import type { Needs } from '../service.js'
import { maxDelay } from './waiting-mails.js'

type Parts = Needs<'storage' | 'config' | 'ports' | 'secret' | 'now'>

/** People who get an email about one wait at most. */
const maxRecipients = 20
/** Emails of this kind that a person gets in an hour at most. */
const maxPerHour = 10
/** Wait after a failed attempt. */
const pauseAfterFailure = 300_000
const maxCharacters = 300
const minute = 60_000

/** Name of the list whose positions are ids of users who stop these emails. */
export const stoppingWaits = 'stop emails about waits'

/**
 * Emails the people who answer in a conversation that its visitor waits, unless one of them had the inbox open since. Returns when to try
 * again; undefined if nothing is left to do. The rights of everybody are asked now.
 */
export async function sendWaitingMails(service: Parts, wait: DueWait): Promise<number | undefined> {
  const { storage, now } = service
  const { workspaceId, botId, waitingSince, mailWait } = wait
  if (wait.state !== 'open' || waitingSince !== mailWait || !mailsLinks(service)) return undefined
  const [workspace, bot] = [await storage.workspaces.get(workspaceId), await storage.bots.findSummary(botId)]
  if (!workspace || workspace.isSuspended || workspace.waitingMailMinutes === null || !bot || bot.isDeleted)
    return undefined
  const conversation = await storage.conversations.get(workspaceId, wait.sessionId)
  const { answering, isTeam } = await peopleWhoAnswer(service, wait, conversation?.teamId)
  const seen = new Set(await storage.waitingMails.seenSince(workspaceId, waitingSince))
  if (answering.some(({ userId }) => seen.has(userId))) return undefined
  let hasFailed = false
  for (const user of await recipients(service, answering, isTeam)) {
    if (!(await storage.waitingMails.count(workspaceId, user.id, now(), maxPerHour))) continue
    if (!(await send(service, wait, { user, workspace, bot, visitor: conversation?.visitor?.name }))) hasFailed = true
  }
  const isGivenUp = now() - waitingSince > workspace.waitingMailMinutes * minute + maxDelay
  return hasFailed && !isGivenUp ? now() + pauseAfterFailure : undefined
}

/** The one who answers, or else those of its team, or else all who may. */
async function peopleWhoAnswer(
  { storage }: Parts,
  wait: DueWait,
  teamId: string | null | undefined,
): Promise<{ answering: Member[]; isTeam: boolean }> {
  const { workspaceId, assigneeId } = wait
  const all = peopleWhoSee(await storage.members.list(workspaceId), wait)
  const team =
    assigneeId === null && teamId ? (await storage.teams.list(workspaceId)).find(({ id }) => id === teamId) : undefined
  const ofTeam = all.filter(({ userId }) => team?.memberIds.includes(userId))
  return ofTeam.length > 0 ? { answering: ofTeam, isTeam: true } : { answering: all, isTeam: false }
}

function peopleWhoSee(members: readonly Member[], { assigneeId, botId }: DueWait): Member[] {
  return members.filter(
    ({ role, userId, inboxBots }) =>
      roleCan(role, 'inbox.use') &&
      (assigneeId === null || userId === assigneeId) &&
      (!hasInboxBots(role) || (inboxBots?.includes(botId) ?? true)),
  )
}

/** The people who want these emails: by default those of the team, or agents of the bot, or else the admins. */
async function recipients({ storage }: Parts, answering: readonly Member[], isTeam: boolean): Promise<Recipient[]> {
  const hasAgents = answering.some(({ role }) => hasInboxBots(role))
  const found: Recipient[] = []
  for (const { userId, role } of answering) {
    if (found.length === maxRecipients) break
    const user = await storage.users.get(userId)
    if (!user || !hasAddress(user)) continue
    const isUsual =
      isTeam || answering.length === 1 || (hasAgents ? hasInboxBots(role) : roleCan(role, 'workspace.manage'))
    if (preferencesOf(user).emailsWaiting ?? isUsual) found.push(user)
  }
  return found
}

type Recipient = User & { email: string }

const hasAddress = (user: User): user is Recipient => user.email !== null && user.emailVerifiedAt !== null

interface Sent {
  user: Recipient
  bot: BotSummary
  workspace: Workspace
  /** Name of the visitor. */
  visitor: string | null | undefined
}

async function send(
  { config, ports, secret, now }: Parts,
  { sessionId, workspaceId, assigneeId, lastText, mailWait }: DueWait,
  { user, bot, workspace, visitor }: Sent,
): Promise<boolean> {
  const { mailAccount, publicUrl } = config
  if (!mailAccount?.from) return false
  const { locale, texts } = waitingTextsIn(languagesOf(user))
  const minutes = Math.max(workspace.waitingMailMinutes ?? 0, Math.floor((now() - mailWait) / minute))
  const content = written({
    locale,
    subject: texts.subject(visitor ? quoted(visitor) : texts.visitor),
    warning: undefined,
    entries: [
      {
        title: oneLine(bot.name, maxCharacters),
        lines: [
          ['', texts.waits(minutes.toLocaleString(locale))],
          ...(lastText === '' ? [] : [[texts.lastMessage, oneLine(lastText, maxCharacters)] as [string, string]]),
        ],
        link: {
          label: texts.open,
          url: `${publicUrl}/workspaces/${workspaceId}/inbox/${assigneeId === null ? 'unassigned' : 'mine'}/${sessionId}`,
        },
      },
    ],
    more: undefined,
    links: [],
    reason: texts.reason,
    stop: { label: texts.stop, url: `${publicUrl}/notifications/${writePosition(secret, stoppingWaits, user.id)}` },
  })
  // The same for each attempt, so that a mailbox can recognize a duplicate.
  const messageId = `waiting-${sessionId}-${mailWait}-${user.id}`
  const outcome = await ports.mail.send(
    { owner: instanceOwner, from: mailAccount.from, to: [user.email], messageId, ...content },
    mailAccount,
  )
  return outcome.kind === 'sent'
}
