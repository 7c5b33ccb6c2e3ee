/** Characters of a log's details. */
export const longestDetails = 1_000

/** Cuts the long details of a log. What is left is a copy: a part of a text would keep all of it in memory. */
export function cutDetails(details: string): string {
  if (details.length <= longestDetails) return details
  const characters = [...details.slice(0, longestDetails)].filter((character) => !/^\p{Surrogate}$/u.test(character))
  return `${characters.join('')}...`
}
