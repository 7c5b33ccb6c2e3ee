import type * as z from 'zod'
import type { Endpoint } from './endpoint.js'
import { endpointGroups, errorsOf } from './endpoints.js'
import { errorCatalogue } from './errors.js'
import { jsonSchema } from './openapi.js'

/** The reference as one page that asks nothing of any other host. */
export function docsPage(publicUrl: string): string {
  const groups = Object.entries(endpointGroups) as [string, Record<string, Endpoint>][]
  const index = groups
    .map(([name, group]) => `<h3>${escapeHtml(name)}</h3><ul>${Object.values(group).map(indexLine).join('')}</ul>`)
    .join('')
  const sections = groups
    .map(
      ([name, group]) => `<section><h2>${escapeHtml(name)}</h2>${Object.values(group).map(article).join('')}</section>`,
    )
    .join('')
  return page(
    'Colloquy API',
    `<nav aria-label="Operations">${index}</nav><main><h1>Colloquy API</h1>
<p>All paths below start at <code>${escapeHtml(publicUrl)}</code>. Bodies are JSON in UTF-8 but for files; success is 200 where nothing else is said.
A machine reads the same description at <a href="/api/openapi.json">/api/openapi.json</a>.</p>
<p>Operations marked with a scope need <code>Authorization: Bearer &lt;token&gt;</code>; a token of scope <code>admin</code> may do
everything that <code>write</code> may, and <code>write</code> all that <code>read</code> may. Chats need no token.</p>
<p>Something of another workspace is answered just as something that does not exist.</p>
${sections}<section><h2>Errors</h2><p>Every error has the body <code>{"code", "status", "message", "issues"?}</code>.</p>${errorTable()}</section></main>`,
  )
}

/** A page of the service in its plain dress. */
export function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><link rel="icon" href="data:,"><style>${style}</style></head><body>${body}</body></html>`
}

const style = `:root{color-scheme:light dark;--line:light-dark(#d9d9e0,#3a3a44);--soft:light-dark(#f5f5f8,#202028);--link:light-dark(#2451b8,#8fb0ff)}
*{box-sizing:border-box}body{margin:0;font:16px/1.55 system-ui,sans-serif;background:light-dark(#fff,#16161b);color:light-dark(#1c1c22,#e7e7ee)}
body:has(nav){display:grid;grid-template-columns:18rem minmax(0,1fr)}a{color:var(--link)}
nav{padding:1.5rem;border-right:1px solid var(--line);height:100vh;position:sticky;top:0;overflow:auto;font-size:14px}
nav ul{list-style:none;margin:0;padding:0}nav h3{margin:1rem 0 .25rem}main{padding:1.5rem 2rem;max-width:60rem}
article{border-top:1px solid var(--line);padding:1rem 0}code,pre{font:14px/1.5 ui-monospace,monospace}
pre{background:var(--soft);border:1px solid var(--line);border-radius:8px;padding:.75rem;overflow:auto;max-height:26rem}
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.3rem .6rem;border-bottom:1px solid var(--line)}
.method{font-weight:700}summary{cursor:pointer}@media(max-width:50rem){body:has(nav){display:block}nav{position:static;height:auto;border:0}}`

function indexLine(endpoint: Endpoint): string {
  return `<li><a href="#${endpoint.id}">${escapeHtml(endpoint.summary)}</a></li>`
}

function article(endpoint: Endpoint): string {
  const scope = endpoint.auth === 'none' ? 'No token needed.' : `Needs a token of scope <code>${endpoint.auth}</code>.`
  const errors = errorsOf(endpoint).map((code) => `<code>${errorCatalogue[code].status} ${code}</code>`)
  return `<article id="${endpoint.id}"><h3>${escapeHtml(endpoint.summary)}</h3>
<p><code><span class="method">${endpoint.method}</span> ${escapeHtml(endpoint.path)}</code></p><p>${scope}</p>
${schemaBlock('Query', endpoint.query, 'input')}${schemaBlock('Body', endpoint.body, 'input')}
${endpoint.takesFile ? '<p>The body is a file.</p>' : ''}${answerBlock(endpoint)}
<p>Errors: ${errors.join(', ')}</p></article>`
}

function answerBlock(endpoint: Endpoint): string {
  if (endpoint.status) return `<p>Answers ${endpoint.status}, without a body.</p>`
  if (endpoint.contentType === '*/*') return '<p>Answers the bytes of the file.</p>'
  if (endpoint.contentType) return `<p>Answers <code>${escapeHtml(endpoint.contentType)}</code>.</p>`
  return schemaBlock('Answer', endpoint.response, 'output')
}

function schemaBlock(title: string, schema: z.ZodType | undefined, io: 'input' | 'output'): string {
  if (!schema) return ''
  return `<details><summary>${title}</summary><pre tabindex="0">${escapeHtml(JSON.stringify(jsonSchema(schema, io), null, 2))}</pre></details>`
}

function errorTable(): string {
  const rows = Object.entries(errorCatalogue).map(
    ([code, { status, message }]) =>
      `<tr><td><code>${code}</code></td><td>${status}</td><td>${escapeHtml(message)}</td></tr>`,
  )
  return `<table><thead><tr><th>Code</th><th>Status</th><th>Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[char] as string)
}
