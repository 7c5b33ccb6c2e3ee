/**
 * What the page of a bot may load and run. On the origin of the management nothing of an author runs in it: its scripts are ours, and
 * its styles are those that carry the nonce. On an origin apart, where an author can harm only their own visitors, all may run.
 */
export function pagePolicy(nonce: string, isApart: boolean, allowedOrigins: readonly string[] | undefined): string {
  const rules = isApart
    ? ["default-src 'self' http: https: data: blob: 'unsafe-inline' 'unsafe-eval'"]
    : [
        "default-src 'none'",
        "script-src 'self' https://js.stripe.com",
        `style-src 'self' 'nonce-${nonce}'`,
        "font-src 'self' https:",
      ]
  const origins = (allowedOrigins ?? []).flatMap((text) => (URL.canParse(text) ? [new URL(text).origin] : []))
  const frames = allowedOrigins?.length ? [`frame-ancestors 'self' ${origins.join(' ')}`] : []
  return [...rules, media, ...frames, "base-uri 'none'", "form-action 'self'"].join('; ')
}

const media =
  'img-src http: https: data: blob:; media-src http: https: blob:; frame-src http: https:; connect-src http: https: ws: wss:'
