/** Ids that an app gives to people are numbers: as contacts they have a prefix, which separates them from phone numbers. */
const prefix = 'id'

export const userIdOf = (id: string): string => `${prefix}${id}`

/** The id that the app gave. */
export const appIdOf = (userId: string): string => (userId.startsWith(prefix) ? userId.slice(prefix.length) : userId)
