/** Maximum number of characters in a log's details. */
export const maxDetailsLength = 1_000

/** Truncates the details, or another text, of a log. The result is a copy: a substring would keep the whole text in memory. */
export function cutDetails(details: string, longest = maxDetailsLength): string {
  if (details.length <= longest) return details
  const characters = [...details.slice(0, longest)].filter((character) => !/^\p{Surrogate}$/u.test(character))
  return `${characters.join('')}...`
}
