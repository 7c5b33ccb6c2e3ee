import { ApiError } from '@colloquy/api'
import type { FastifyInstance } from 'fastify'
import type { Service } from '../service.js'

/** The page of a published bot at `/c/{publicId}`: the widget in the page, as large as the window. */
export function registerHostedPage(app: FastifyInstance, service: Service): void {
  app.get('/c/:publicId', async (request, reply) => {
    const { publicId } = request.params as { publicId: string }
    const bot = await service.storage.bots.findByPublicId(publicId)
    if (!bot || bot.isArchived || bot.publishedReleaseId === null) throw new ApiError('bot_not_found')
    const program = await service.programs.release(bot.publishedReleaseId)
    if (!program) throw new ApiError('bot_not_found')
    const metadata = program.settings.metadata ?? {}
    const isOwnOrigin = isChatOrigin(service, `${request.protocol}://${request.host}`)
    const page = hostedPage({
      publicId,
      language: languageOf(request.headers['accept-language']),
      title: metadata.title || bot.name,
      description: metadata.description,
      isIndexed: metadata.allowIndexing === true,
      scripts: isOwnOrigin ? 'page' : 'frame',
    })
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'strict-origin-when-cross-origin')
      .header('content-security-policy', isOwnOrigin ? openPolicy : strictPolicy)
      .send(page)
  })
}

/** True when chats have an origin of their own, where an author's scripts can reach nothing of the management. */
function isChatOrigin({ config }: Service, origin: string): boolean {
  if (!config.chatUrl || !config.publicUrl) return false
  const chat = new URL(config.chatUrl).origin
  return chat === origin && chat !== new URL(config.publicUrl).origin
}

const media =
  'img-src http: https: data: blob:; media-src http: https: blob:; frame-src http: https:; connect-src http: https: ws: wss:'
const strictPolicy = `default-src 'none'; script-src 'self' https://js.stripe.com; style-src 'self'; font-src 'self' https:; ${media}; base-uri 'none'; form-action 'none'`
const openPolicy = `default-src 'self' http: https: data: blob: 'unsafe-inline' 'unsafe-eval'; ${media}; base-uri 'none'; form-action 'none'`

const languages = ['en', 'fr', 'de', 'es', 'pt', 'it', 'ar']

/** A bot does not say which language it speaks; the visitor's own is the best guess, among those that the widget knows. */
function languageOf(accepted: string | undefined): string {
  const wanted = (accepted ?? '').split(',').map((entry) => entry.trim().slice(0, 2).toLowerCase())
  return wanted.find((language) => languages.includes(language)) ?? 'en'
}

interface HostedPage {
  publicId: string
  language: string
  title: string
  description: string | undefined
  isIndexed: boolean
  scripts: 'page' | 'frame'
}

function hostedPage({ publicId, language, title, description, isIndexed, scripts }: HostedPage): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<title>${escaped(title)}</title>
${description ? `<meta name="description" content="${escaped(description)}">\n` : ''}${isIndexed ? '' : '<meta name="robots" content="noindex">\n'}<link rel="stylesheet" href="/widget/hosted-page.css">
<script type="module" src="/widget.js"></script>
</head>
<body>
<main><h1>${escaped(title)}</h1><colloquy-standard bot="${escaped(publicId)}" scripts="${scripts}" owns-page></colloquy-standard></main>
</body>
</html>
`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? '')
