import type * as z from 'zod'
import type { Endpoint } from './endpoint.js'
import { endpointGroups, errorsOf } from './endpoints.js'
import { errorCatalogue } from './errors.js'
import { jsonSchema } from './openapi.js'
import { escapeHtml, page } from './page.js'

/** The reference as one page that asks nothing of any other host. */
export function docsPage(publicUrl: string): string {
  const groups = Object.entries(endpointGroups) as [string, Record<string, Endpoint>][]
  const index = groups
    .map(([name, group]) => `<h2>${escapeHtml(name)}</h2><ul>${Object.values(group).map(indexLine).join('')}</ul>`)
    .join('')
  const sections = groups
    .map(
      ([name, group]) => `<section><h2>${escapeHtml(name)}</h2>${Object.values(group).map(article).join('')}</section>`,
    )
    .join('')
  return page(
    'Colloquy API',
    `<div class="reference"><header><h1>Colloquy API</h1>
<p>All paths below start at <code>${escapeHtml(publicUrl)}</code>. Bodies are JSON in UTF-8 but for files; success is 200 where nothing else is said.
A machine reads the same description at <a href="/api/openapi.json">/api/openapi.json</a>.</p>
<p>Operations marked with a scope need <code>Authorization: Bearer &lt;token&gt;</code>; a token of scope <code>admin</code> may do
everything that <code>write</code> may, and <code>write</code> all that <code>read</code> may. Chats need no token.</p>
<p>Something of another workspace is answered just as something that does not exist.</p></header>
<nav aria-label="Operations">${index}<h2>More</h2><ul><li><a href="#errors">Errors</a></li></ul></nav>
<main>${sections}<section id="errors"><h2>Errors</h2>
<p>Every error has the body <code>{"code", "status", "message", "issues"?}</code>.</p>${errorTable()}</section></main></div>`,
  )
}

function indexLine(endpoint: Endpoint): string {
  return `<li><a href="#${endpoint.id}">${escapeHtml(endpoint.summary)}</a></li>`
}

function article(endpoint: Endpoint): string {
  const needed = `Needs a token of scope <code>${endpoint.auth}</code>${endpoint.admitsNobody ? ', or none for what is open to everybody' : ''}.`
  const scope = endpoint.auth === 'none' ? 'No token needed.' : needed
  const errors = errorsOf(endpoint).map((code) => `<code>${errorCatalogue[code].status} ${code}</code>`)
  return `<article id="${endpoint.id}"><h3>${escapeHtml(endpoint.summary)}</h3>
<p class="call"><code class="method">${endpoint.method}</code> <code>${escapeHtml(endpoint.path)}</code></p><p class="quiet">${scope}</p>
${schemaBlock('Query', endpoint.query, 'input')}${schemaBlock('Body', endpoint.body, 'input')}
${endpoint.takesFile ? '<p>The body is a file.</p>' : ''}${answerBlock(endpoint)}
<details><summary>Errors</summary><p class="errors">${errors.join(' ')}</p></details></article>`
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
  return `<div class="wide"><table><thead><tr><th>Code</th><th>Status</th><th>Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}
