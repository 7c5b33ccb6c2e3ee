/**
 * Runs before all other scripts of a bot's page, and asks for what that page asks first: who is signed in, and the flow. `api.ts` takes
 * the responses. Nobody waits for them who has no cookie of a login session, or signs in by the link.
 */
const [, botId] = /^\/bots\/([\w-]+)/.exec(location.pathname) ?? []
if (botId !== undefined && hasCookie() && !/^#[\w-]+=/.test(location.hash)) {
  const ask = (path: string) => [path, fetch(path).catch(() => undefined)] as const
  Object.assign(globalThis, {
    colloquyFirstResponses: new Map([ask('/api/v1/sign-in'), ask(`/api/v1/bots/${botId}`)]),
  })
}

/** False also where the browser denies its storage, which then throws. */
function hasCookie(): boolean {
  try {
    return localStorage.getItem('colloquy-signed-in') !== null && sessionStorage.getItem('colloquy-token') === null
  } catch {
    return false
  }
}

export {}
