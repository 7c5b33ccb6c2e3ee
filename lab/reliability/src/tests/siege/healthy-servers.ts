import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Calls, sites and vectors of those who must not notice the siege: `/<name>/sitemap.xml` names the page `/<name>/page`. */
export async function startHealthyServers() {
  const server = createServer(async (request, response) => {
    const { url = '/', headers } = request
    const [, name, file] = url.split('/')
    if (file === 'sitemap.xml')
      response.end(`<urlset><url><loc>http://${headers.host}/${name}/page</loc></url></urlset>`)
    else if (file === 'page')
      response.setHeader('content-type', 'text/html').end(`<title>${name}</title><p>We deliver to Norway.</p>`)
    else if (file === 'embeddings')
      response.setHeader('content-type', 'application/json').end(await vectorsFor(request))
    else response.end('{"ok":true}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function vectorsFor(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += part
  const { input } = JSON.parse(text) as { input: string | string[] }
  const data = [input].flat().map((_, index) => ({ object: 'embedding', index, embedding: [1, index, 0.5] }))
  return JSON.stringify({ object: 'list', data, usage: { prompt_tokens: 1, total_tokens: 1 } })
}
