import type { Endpoint } from '../endpoint.js'
import { endpointGroups, errorsOf } from '../endpoints.js'
import { errorCatalogue } from '../errors.js'
import { type Media, type OpenApiDocument, type Operation, openApiDocument } from './document.js'
import type { JsonSchema } from './json-schema.js'
import { escapeHtml, page } from './page.js'
import type { Parameter } from './parameters.js'

/** The reference as one page that loads nothing from other hosts. */
export function docsPage(publicUrl: string): string {
  const document = openApiDocument(publicUrl)
  const groups = Object.entries(endpointGroups) as [string, Record<string, Endpoint>][]
  const index = groups
    .map(([name, group]) => `<h2>${escapeHtml(name)}</h2><ul>${Object.values(group).map(indexLine).join('')}</ul>`)
    .join('')
  const sections = groups
    .map(([name, group]) => {
      const articles = Object.values(group).map((endpoint) => article(endpoint, document))
      return `<section><h2>${escapeHtml(name)}</h2>${articles.join('')}</section>`
    })
    .join('')
  return page(
    'Colloquy API',
    `<div class="reference"><header><h1>Colloquy API</h1>
<p>All paths below start at <code>${escapeHtml(publicUrl)}</code>. Bodies are JSON in UTF-8, except files. Success is 200 unless stated.
<a href="/api/openapi.json">/api/openapi.json</a> has the same description as OpenAPI 3.1, for generators of clients.</p>
<p>Operations marked with a scope need <code>Authorization: Bearer &lt;token&gt;</code>. The scope <code>admin</code> includes
<code>write</code>, and <code>write</code> includes <code>read</code>. Chats need no token.</p>
<p>Anything in a workspace that you do not belong to is answered as if it did not exist.</p></header>
<nav aria-label="Operations">${index}<h2>More</h2><ul><li><a href="#schemas">Schemas</a></li><li><a href="#errors">Errors</a></li></ul></nav>
<main>${sections}<section id="schemas"><h2>Schemas</h2>${schemaList(document)}</section><section id="errors"><h2>Errors</h2>
<p>Every error has the body <code>{"code", "status", "message", "issues"?}</code>.</p>${errorTable()}</section></main></div>`,
  )
}

function indexLine(endpoint: Endpoint): string {
  return `<li><a href="#${endpoint.id}">${escapeHtml(endpoint.summary)}</a></li>`
}

function article(endpoint: Endpoint, document: OpenApiDocument): string {
  const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()] as Operation
  const needed = `Needs a token of scope <code>${endpoint.auth}</code>${endpoint.admitsNobody ? ', or none for what is open to everybody' : ''}.`
  const scope = endpoint.auth === 'none' ? 'No token needed.' : needed
  const errors = errorsOf(endpoint).map((code) => `<code>${errorCatalogue[code].status} ${code}</code>`)
  return `<article id="${endpoint.id}"><h3>${escapeHtml(endpoint.summary)}</h3>
<p class="call"><code class="method">${endpoint.method}</code> <code>${escapeHtml(endpoint.path)}</code></p><p class="quiet">${scope}</p>
${parameterTable(operation, document)}${mediaBlock('Body', operation.requestBody?.content[json], document)}
${endpoint.takesFile ? '<p>The body is a file.</p>' : ''}${answerBlock(endpoint, operation, document)}
<details><summary>Errors</summary><p class="errors">${errors.join(' ')}</p></details></article>`
}

const json = 'application/json'

function parameterTable({ parameters = [] }: Operation, { components }: OpenApiDocument): string {
  const rows = parameters.map((parameter) => {
    const resolved = '$ref' in parameter ? components.parameters[lastPart(parameter.$ref)] : parameter
    const { name, in: location, required, description = '', schema } = resolved as Parameter
    const kind = [location, required ? 'required' : '', shortType(schema)].filter(Boolean).join(', ')
    return `<tr><td><code>${escapeHtml(name)}</code></td><td class="quiet">${escapeHtml(kind)}</td><td>${prose(description)}</td></tr>`
  })
  if (rows.length === 0) return ''
  return `<div class="wide"><table><thead><tr><th>Parameter</th><th>In</th><th>Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

/** Formats text with code between backticks. */
const prose = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')

const lastPart = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1)

function shortType({ type, enum: values, $ref, default: usual }: JsonSchema): string {
  const kind = values ? values.join(' | ') : $ref ? lastPart($ref) : type === 'string' ? '' : String(type ?? '')
  return usual === undefined ? kind : `${kind} (default ${usual})`
}

function answerBlock(endpoint: Endpoint, { responses }: Operation, document: OpenApiDocument): string {
  if (endpoint.status) return `<p>Answers ${endpoint.status}, without a body.</p>`
  if (endpoint.contentType === '*/*') return '<p>Answers the bytes of the file.</p>'
  if (endpoint.contentType) return `<p>Answers <code>${escapeHtml(endpoint.contentType)}</code>.</p>`
  const success = responses[200]
  return success && 'content' in success ? mediaBlock('Answer', success.content?.[json], document) : ''
}

function mediaBlock(title: string, media: Media | undefined, { components }: OpenApiDocument): string {
  if (!media) return ''
  const shared = media.examples?.default && components.examples[lastPart(media.examples.default.$ref)]
  return `<details><summary>${title}</summary>${block(media.schema)}<p>Example</p>${block(shared ? shared.value : media.example)}</details>`
}

function schemaList({ components }: OpenApiDocument): string {
  const schemas = Object.entries(components.schemas)
  return schemas
    .map(
      ([name, schema]) =>
        `<details><summary>${name}</summary><div id="schema-${name}">${block(schema)}</div></details>`,
    )
    .join('')
}

/** Formats JSON with links from references to the schemas below. */
function block(value: unknown): string {
  const text = escapeHtml(JSON.stringify(value, null, 1))
  const linked = text.replace(
    /&quot;#\/components\/schemas\/(\w+)&quot;/g,
    (_, name) => `<a href="#schema-${name}">${name}</a>`,
  )
  return `<pre tabindex="0">${linked}</pre>`
}

function errorTable(): string {
  const rows = Object.entries(errorCatalogue).map(
    ([code, { status, message }]) =>
      `<tr><td><code>${code}</code></td><td>${status}</td><td>${escapeHtml(message)}</td></tr>`,
  )
  return `<div class="wide"><table><thead><tr><th>Code</th><th>Status</th><th>Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}
