/** The day in UTC of milliseconds since 1970, as "2030-12-24". */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
