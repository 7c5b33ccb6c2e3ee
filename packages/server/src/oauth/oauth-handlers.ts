import { Readable } from 'node:stream'
import { BareResponse, type Handlers } from '../http/handler.js'
import { publicUrl } from '../http/public-url.js'
import { closingPage } from './closing-page.js'
import { beginSignIn, callbackPath, endSignIn } from './sign-in.js'

export const oauthHandlers: Handlers<'getOAuthClient' | 'beginOAuth' | 'finishOAuth'> = {
  async getOAuthClient(service, { params, request }) {
    const hasClient = service.config.oauth.clients[params.type] !== undefined
    return { redirectUrl: `${publicUrl(service, request)}${callbackPath}`, hasClient }
  },

  async beginOAuth(service, { caller, params, body, request, workspace }) {
    const ownUrl = publicUrl(service, request)
    return beginSignIn(service, caller, { ...body, type: params.type, workspaceId: workspace.id, ownUrl })
  },

  async finishOAuth(service, { caller, query }) {
    const { html, headers } = closingPage(await endSignIn(service, caller, new URLSearchParams(query)))
    return new BareResponse(200, headers, Readable.from([html]))
  },
}
