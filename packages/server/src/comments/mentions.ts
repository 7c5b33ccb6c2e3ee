import { can, standingToBot } from '@colloquy/permissions'
import type { BotRow, Storage } from '@colloquy/storage'

/** A person whom comments on a bot may mention. `email` is null if the caller may not see it. */
interface Mentionable {
  id: string
  name: string | null
  email: string | null
}

/**
 * Returns the people whom a caller may mention in comments on a bot: everyone with access to it, by name. Callers who may not see whom the
 * bot is shared with get the authors of its comments.
 */
export async function mentionable(storage: Storage, bot: BotRow, seesPeople: boolean): Promise<Mentionable[]> {
  const people = seesPeople ? await peopleWithAccess(storage, bot) : await authorsOf(storage, bot)
  return people.sort(
    (a, b) => (a.name ?? a.email ?? '').localeCompare(b.name ?? b.email ?? '') || (a.id < b.id ? -1 : 1),
  )
}

async function peopleWithAccess(storage: Storage, bot: BotRow): Promise<Mentionable[]> {
  const [members, collaborators] = await Promise.all([
    storage.members.list(bot.workspaceId),
    storage.collaborators.list(bot.id),
  ])
  const shares = new Map(collaborators.map(({ userId, type }) => [userId, type]))
  const people = members.filter(({ userId, role }) =>
    can(standingToBot(role, shares.get(userId), false), 'bot.comment'),
  )
  return people.map(({ userId, user }) => ({
    id: userId,
    name: user.name || null,
    email: user.email,
  }))
}

async function authorsOf(storage: Storage, bot: BotRow): Promise<Mentionable[]> {
  const ids = await storage.botComments.authors(bot.id, { max: maxAuthors })
  const users = await Promise.all(ids.map((id) => storage.users.get(id)))
  return users.flatMap((user) => (user ? [{ id: user.id, name: user.name || null, email: null }] : []))
}

const maxAuthors = 100
