import type { User } from '@colloquy/storage'
import type { Needs } from '../service.js'

/** A person who published, deployed or shared something. */
export interface ShownAuthor {
  id: string
  name: string | null
  /** Null if the caller may not see it. */
  email: string | null
}

export const shownAuthor = ({ id, name, email }: User, seesPeople: boolean): ShownAuthor => ({
  id,
  name,
  email: seesPeople ? email : null,
})

/** Returns the people with these ids who still have an account, by id: their names, and their email addresses for callers who see people. */
export async function findAuthors(
  { storage }: Needs<'storage'>,
  ids: readonly (string | null)[],
  seesPeople: boolean,
): Promise<Map<string, ShownAuthor>> {
  const users = await Promise.all([...new Set(ids)].map((id) => (id === null ? undefined : storage.users.get(id))))
  return new Map(users.flatMap((user) => (user ? [[user.id, shownAuthor(user, seesPeople)] as const] : [])))
}
