/**
 * True if `If-None-Match` names this entity tag: as a weak one too (proxies weaken the tags of responses that they compress), within a list,
 * or as `*`. RFC 9110, section 13.1.2.
 */
export function namesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
