import { describe, expect, it } from 'vitest'
import { parseCurl } from './parse-curl.js'

const requestOf = (command: string) => {
  const parsed = parseCurl(command)
  if (!parsed.ok) throw new Error(parsed.message)
  return parsed.request
}
const messageOf = (command: string) => {
  const parsed = parseCurl(command)
  return parsed.ok ? undefined : parsed.message
}

describe('parseCurl', () => {
  it('reads method, headers, query and a body over several lines', () => {
    const command = `curl -X PUT 'https://api.example/v1/users?page=2&q=a%20b' \\
      -H 'Accept: application/json' \\
      -H "X-Key: it's \\"secret\\"" \\
      --data-raw '{"name":"Ada"}'`
    expect(requestOf(command)).toEqual({
      url: 'https://api.example/v1/users',
      method: 'PUT',
      queryParams: [
        ['page', '2'],
        ['q', 'a b'],
      ],
      headers: [
        ['Accept', 'application/json'],
        ['X-Key', 'it\'s "secret"'],
        ['Content-Type', 'application/x-www-form-urlencoded'],
      ],
      body: '{"name":"Ada"}',
      ignored: [],
    })
  })

  it('sends GET without a body, POST with one, and HEAD for -I', () => {
    expect(requestOf('curl https://a.example').method).toBe('GET')
    expect(requestOf('curl https://a.example -d a=1 -d b=2')).toMatchObject({ method: 'POST', body: 'a=1&b=2' })
    expect(requestOf('curl -sI https://a.example').method).toBe('HEAD')
  })

  it('reads --json, -u, -F, -G, -m and options that are written together', () => {
    expect(requestOf(`curl --json '{"a":1}' a.example`)).toMatchObject({
      url: 'http://a.example',
      method: 'POST',
      headers: [
        ['Content-Type', 'application/json'],
        ['Accept', 'application/json'],
      ],
      body: '{"a":1}',
    })
    expect(requestOf('curl -u ada:pass https://a.example').headers).toEqual([['Authorization', 'Basic ada:pass']])
    expect(requestOf('curl -F name=Ada -F city=Oslo https://a.example')).toMatchObject({
      method: 'POST',
      headers: [['Content-Type', 'application/x-www-form-urlencoded']],
      body: '{\n  "name": "Ada",\n  "city": "Oslo"\n}',
    })
    expect(requestOf('curl -G https://a.example -d q=cats --data-urlencode "t=a b&c"')).toMatchObject({
      method: 'GET',
      queryParams: [
        ['q', 'cats'],
        ['t', 'a b&c'],
      ],
    })
    expect(requestOf('curl -sSLXPATCH -m 5 https://a.example')).toMatchObject({ method: 'PATCH', timeout: 5 })
  })

  it("reads $'…' as browsers copy it, and keeps variables of the bot", () => {
    expect(requestOf(`curl 'https://a.example/{{Id}}' --data-raw $'it\\'s\\u0021\\n'`)).toMatchObject({
      url: 'https://a.example/{{Id}}',
      body: "it's!\n",
    })
  })

  it('names options that have no place in a block', () => {
    expect(requestOf('curl -k --cert file.pem https://a.example').ignored).toEqual(['--insecure', '--cert'])
  })

  it.each([
    ['wget https://a.example', 'must begin with "curl"'],
    ["curl 'https://a.example", 'quotation mark is not closed'],
    ['curl -H "A: b"', 'no address'],
    ['curl https://a.example -d @body.json', 'read from the file "body.json"'],
    ['curl https://a.example -F photo=@me.png', 'sends a file'],
    ['curl https://a.example -H', 'needs a value'],
    ['curl -X TRACE https://a.example', 'no method TRACE'],
    ['curl https://a.example https://b.example', 'two addresses'],
  ])('refuses %s and says why', (command, reason) => {
    expect(messageOf(command)).toContain(reason)
  })
})
