import type { User } from '@colloquy/storage'

interface Preferences {
  preferredLanguage?: string
  emailsComments?: boolean
  /** Emails about visitors who wait; null or absent for the default of the role. */
  emailsWaiting?: boolean | null
  /** Saved filters of the inboxes of all workspaces. */
  inboxFilters?: { id: string; workspaceId: string; name: string; query: string }[]
}

/** The preferences of a user that the service itself reads. */
export const preferencesOf = (user: Pick<User, 'preferences'> | undefined): Preferences =>
  JSON.parse(user?.preferences ?? '{}')

/** True if the user gets emails about mentions and replies in comments. */
export const emailsComments = (user: Pick<User, 'preferences'>): boolean => preferencesOf(user).emailsComments ?? true
