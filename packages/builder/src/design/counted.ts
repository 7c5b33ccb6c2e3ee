/** A number of things: "1 block", "2 blocks". */
export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`
