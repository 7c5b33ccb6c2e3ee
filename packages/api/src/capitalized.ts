/** A word with a capital first letter, as names of types have it: `filters` becomes `Filters`. */
export const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
