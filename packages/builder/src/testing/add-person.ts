import type { RunningService } from './running-service.js'

/** Invites a person, by default to the workspace, and accepts. Returns an API token of that person. */
export async function addPerson(
  service: RunningService,
  name: string,
  { to = `workspaces/${service.workspaceId}`, type = 'MEMBER' } = {},
): Promise<string> {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`
  const { link } = await service.call('POST', `${to}/invitations`, { email, type })
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${service.url}/api/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    // biome-ignore lint/suspicious/noExplicitAny: each test reads the shape that it expects
    return { headers: response.headers, body: (await response.json()) as any }
  }
  const token = new URL(link).hash.split('=')[1]
  const accepted = await post('invitations/accept', { token, name, password: 'a long password' })
  const cookie = accepted.headers.getSetCookie()[0]!.split(';')[0]!
  const headers = { cookie, 'x-csrf-token': accepted.body.csrfToken as string }
  return (await post('users/me/api-tokens', { name: 'For the tests' }, headers)).body.apiToken.token
}
