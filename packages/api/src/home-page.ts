import { page } from './docs-page.js'

/** What somebody sees who opens the address of the service. */
export function homePage(): string {
  return page(
    'Colloquy',
    `<main><h1>Colloquy</h1><p>This server runs conversational flows: bots that ask, listen and remember what was answered.</p>
<ul><li><a href="/api/docs">Reference of the API</a></li><li><a href="/api/openapi.json">The same for machines (OpenAPI 3.1)</a></li></ul></main>`,
  )
}
