/** Milliseconds since 1970 as the API writes them. */
export function timestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
