import { page } from './page.js'

/** What somebody sees who opens the address of the service. */
export function homePage(): string {
  return page(
    'Colloquy',
    `<main class="card"><h1>Colloquy</h1>
<p>This server runs conversational flows: bots that ask, listen and remember what was answered.</p>
<ul><li><a href="/api/docs">Reference of the API</a></li>
<li><a href="/api/openapi.json">The same for machines</a> (OpenAPI 3.1)</li></ul>
<p>New here? In the folder where this server was started, <code>npx colloquy demo</code> brings in an example, talks to it and
shows what was recorded.</p></main>`,
  )
}
