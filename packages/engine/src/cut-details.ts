/** Maximum number of characters in a log's details. */
export const longestDetails = 1_000

/** Truncates the details of a log. The result is a copy: a substring would keep the whole text in memory. */
export function cutDetails(details: string): string {
  if (details.length <= longestDetails) return details
  const characters = [...details.slice(0, longestDetails)].filter((character) => !/^\p{Surrogate}$/u.test(character))
  return `${characters.join('')}...`
}
