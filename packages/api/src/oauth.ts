import { type Integration, type IntegrationType, integrations, integrationTypes } from '@colloquy/flow/integrations'
import * as z from 'zod'
import type { Endpoint } from './endpoint.js'

const signsIn = (type: IntegrationType): boolean => {
  const { credentials }: Integration = integrations[type]
  return credentials?.auth.kind === 'oauth'
}

const params = z.object({ workspaceId: z.string(), type: z.enum(integrationTypes.filter(signsIn)) })
const answered = z.string().max(5_000).optional()
const clientPart = z.string().trim().min(1).max(1_000)

export const oauthEndpoints = {
  getOAuthClient: {
    id: 'getOAuthClient',
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}/credentials/oauth/{type}',
    summary: 'Get what signing in at the provider of an integration needs',
    auth: 'read',
    needs: 'credentials.manage',
    params,
    response: z.object({
      redirectUrl: z.string().meta({ description: 'The redirect address to register for a client' }),
      hasClient: z
        .boolean()
        .meta({ description: 'True if the instance has a client, so that authors need not enter one' }),
    }),
    errors: ['workspace_not_found'],
  },
  beginOAuth: {
    id: 'beginOAuth',
    method: 'POST',
    path: '/api/v1/workspaces/{workspaceId}/credentials/oauth/{type}/authorize',
    summary:
      'Start an OAuth authorization at the provider of an integration. A browser with a login session of the same user completes it',
    auth: 'write',
    needs: 'credentials.manage',
    params,
    body: z.object({
      name: z.string().trim().min(1).max(255).optional().meta({
        description: 'Name of the new credentials; that of the account by default',
      }),
      client: z.object({ id: clientPart, secret: clientPart }).optional().meta({
        description: 'The OAuth client to use in place of that of the instance; stored with the credentials',
      }),
      credentialsId: z.string().optional().meta({ description: 'Credentials to sign in again for' }),
    }),
    bodyLimit: 'chat',
    response: z.object({
      id: z.string().meta({
        description: 'Of the sign-in: the page that it ends on names it on the BroadcastChannel "colloquy oauth"',
      }),
      url: z.string().meta({ description: 'To open in the same browser within 10 minutes' }),
    }),
    errors: ['workspace_not_found', 'credentials_not_found', 'oauth_client_missing'],
  },
  finishOAuth: {
    id: 'finishOAuth',
    method: 'GET',
    path: '/api/v1/oauth/callback',
    summary: 'Complete an OAuth authorization. The provider redirects the browser here; returns a page with the result',
    auth: 'read',
    admitsNobody: true,
    query: z.object({
      state: answered.meta({ description: 'The state from the authorization address' }),
      code: answered.meta({ description: 'The authorization code' }),
      error: answered.meta({
        description: 'The error code in place of an authorization code, such as `access_denied`',
      }),
      error_description: answered.meta({ description: 'The error as text' }),
      iss: answered.meta({ description: 'The issuer' }),
    }),
    contentType: 'text/html; charset=utf-8',
    response: z.string(),
    errors: [],
  },
} as const satisfies Record<string, Endpoint>
