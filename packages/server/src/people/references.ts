/** Returns the ids in mentions, each once. */
export const mentionedIn = (text: string): string[] => [
  ...new Set([...text.matchAll(mention)].map(([, id]) => id as string)),
]

/** Replaces mentions of people whose names are given. */
export const withNames = (text: string, names: ReadonlyMap<string, string>): string =>
  text.replace(mention, (written, id: string) => (names.has(id) ? `@${names.get(id)}` : written))

const mention = /<@([\w-]{1,64})>/g
