/** Formats milliseconds since 1970 as the API does. */
export function timestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
