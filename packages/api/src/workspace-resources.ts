import { themeSchema } from '@colloquy/flow'
import * as z from 'zod'
import type { Endpoint } from './endpoint.js'
import { deletesOfWorkspace, nameSchema, ofWorkspace, successSchema, timestampSchema } from './shapes.js'

const folderSchema = z
  .object({
    id: z.string(),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
    name: z.string(),
    parentFolderId: z.string().nullable(),
    workspaceId: z.string(),
  })
  .meta({ id: 'Folder' })
const folderParams = z.object({ folderId: z.string() })

export const folderEndpoints = {
  listFolders: {
    id: 'listFolders',
    method: 'GET',
    path: '/api/v1/folders',
    summary: 'List the folders in a folder, newest first; those in none when none is named',
    auth: 'read',
    needs: 'folders.manage',
    query: ofWorkspace.extend({ parentFolderId: z.string().optional().meta({ description: 'The folder to list' }) }),
    response: z.object({ folders: z.array(folderSchema.pick({ id: true, name: true, createdAt: true })) }),
    errors: ['workspace_not_found'],
  },
  createFolder: {
    id: 'createFolder',
    method: 'POST',
    path: '/api/v1/folders',
    summary: 'Create a folder',
    auth: 'write',
    needs: 'folders.manage',
    body: ofWorkspace.extend({
      folderName: nameSchema.default('Untitled'),
      parentFolderId: z.string().optional(),
      id: z
        .string()
        .regex(/^[a-z][a-z0-9]{1,31}$/, 'Use 2 to 32 lower-case letters and digits, the first a letter.')
        .optional()
        .meta({ description: 'Lower-case letters and digits, a letter first; made here when absent' }),
    }),
    bodyLimit: 'chat',
    response: z.object({ folder: folderSchema }),
    errors: ['workspace_not_found', 'folder_not_found', 'folder_id_taken', 'quota_reached'],
  },
  getFolder: {
    id: 'getFolder',
    method: 'GET',
    path: '/api/v1/folders/{folderId}',
    summary: 'Get a folder',
    auth: 'read',
    needs: 'folders.manage',
    params: folderParams,
    query: ofWorkspace,
    response: z.object({ folder: folderSchema }),
    errors: ['workspace_not_found', 'folder_not_found'],
  },
  updateFolder: {
    id: 'updateFolder',
    method: 'PATCH',
    path: '/api/v1/folders/{folderId}',
    summary: 'Rename a folder or move it into another',
    auth: 'write',
    needs: 'folders.manage',
    params: folderParams,
    body: ofWorkspace.extend({
      folder: z.object({ name: nameSchema.optional(), parentFolderId: z.string().nullable().optional() }),
    }),
    bodyLimit: 'chat',
    response: z.object({ folder: folderSchema }),
    errors: ['workspace_not_found', 'folder_not_found', 'folder_cycle'],
  },
  deleteFolder: {
    id: 'deleteFolder',
    method: 'DELETE',
    path: '/api/v1/folders/{folderId}',
    summary: 'Delete a folder. Its contents move to the top level',
    auth: 'write',
    needs: 'folders.manage',
    params: folderParams,
    ...deletesOfWorkspace,
    response: z.object({ folder: folderSchema }),
    errors: ['workspace_not_found', 'folder_not_found'],
  },
} as const satisfies Record<string, Endpoint>

const templateSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    theme: themeSchema,
    workspaceId: z.string(),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .meta({ id: 'ThemeTemplate' })
const templateParams = z.object({ themeTemplateId: z.string() })

export const themeTemplateEndpoints = {
  listThemeTemplates: {
    id: 'listThemeTemplates',
    method: 'GET',
    path: '/api/v1/themeTemplates',
    summary: 'List the themes that a workspace keeps, newest first',
    auth: 'read',
    needs: 'themes.manage',
    query: ofWorkspace,
    response: z.object({ themeTemplates: z.array(templateSchema.pick({ id: true, name: true, theme: true })) }),
    errors: ['workspace_not_found'],
  },
  saveThemeTemplate: {
    id: 'saveThemeTemplate',
    method: 'PUT',
    path: '/api/v1/themeTemplates/{themeTemplateId}',
    summary: 'Save a theme under an id',
    auth: 'write',
    needs: 'themes.manage',
    params: z.object({
      themeTemplateId: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'Use 1 to 64 letters, digits, - and _.'),
    }),
    body: ofWorkspace.extend({ name: nameSchema, theme: themeSchema }),
    bodyLimit: 'chat',
    response: z.object({ themeTemplate: templateSchema }),
    errors: ['workspace_not_found', 'theme_templates_full'],
  },
  deleteThemeTemplate: {
    id: 'deleteThemeTemplate',
    method: 'DELETE',
    path: '/api/v1/themeTemplates/{themeTemplateId}',
    summary: 'Delete a kept theme; bots keep what they took of it',
    auth: 'write',
    needs: 'themes.manage',
    params: templateParams,
    ...deletesOfWorkspace,
    response: z.object({ themeTemplate: templateSchema }),
    errors: ['workspace_not_found', 'theme_template_not_found'],
  },
} as const satisfies Record<string, Endpoint>

/** A host name, converted to lower case. */
const domainSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/, 'Give a host name such as chat.example.com')
const domainParams = z.object({ name: z.string() })
const domainShape = z
  .object({
    name: z.string(),
    createdAt: timestampSchema,
    isVerified: z.boolean(),
    isTaken: z.boolean().meta({ description: 'Another workspace has verified the domain' }),
    expiresAt: timestampSchema.nullable().meta({
      description:
        'When an unverified domain is removed, or a verified one loses its verification because its records are gone',
    }),
    records: z.array(z.object({ type: z.enum(['TXT', 'CNAME']), name: z.string(), value: z.string() })).meta({
      description:
        'DNS records to set: the TXT record proves ownership of the domain, the CNAME record leads visitors here',
    }),
  })
  .meta({ id: 'CustomDomain' })
const domainCheck = {
  params: domainParams,
  query: ofWorkspace,
  response: z
    .object({
      status: z
        .enum(['Valid Configuration', 'Invalid Configuration', 'Pending Verification', 'Unknown Error'])
        .meta({ description: 'Of the TXT record: right, another value, missing, no answer from the DNS' }),
      domainJson: domainShape.extend({
        leadsHere: z
          .boolean()
          .meta({ description: 'The CNAME record is set; unknown to us where an address record is used' }),
      }),
    })
    .meta({ id: 'CustomDomainCheck' }),
  errors: ['workspace_not_found', 'custom_domain_not_found'],
} as const

export const customDomainEndpoints = {
  listCustomDomains: {
    id: 'listCustomDomains',
    method: 'GET',
    path: '/api/v1/custom-domains',
    summary: 'List the domains of a workspace, newest first',
    auth: 'read',
    needs: 'workspace.read',
    query: ofWorkspace,
    response: z.object({ customDomains: z.array(domainShape) }),
    errors: ['workspace_not_found'],
  },
  createCustomDomain: {
    id: 'createCustomDomain',
    method: 'POST',
    path: '/api/v1/custom-domains',
    summary: 'Claim a domain for the bots of a workspace: it is removed unless it is verified in time',
    auth: 'write',
    needs: 'domains.manage',
    body: ofWorkspace.extend({ name: domainSchema }),
    bodyLimit: 'chat',
    response: z.object({ customDomain: domainShape }),
    errors: ['workspace_not_found', 'domain_claimed', 'quota_reached'],
  },
  checkCustomDomain: {
    id: 'checkCustomDomain',
    method: 'GET',
    path: '/api/v1/custom-domains/{name}/verify',
    summary: 'Look up the DNS records of a domain; changes nothing',
    auth: 'read',
    needs: 'domains.manage',
    ...domainCheck,
  },
  verifyCustomDomain: {
    id: 'verifyCustomDomain',
    method: 'POST',
    path: '/api/v1/custom-domains/{name}/verify',
    summary: 'Look up the DNS records of a domain, and verify it when its TXT record is right',
    auth: 'write',
    needs: 'domains.manage',
    ...domainCheck,
  },
  deleteCustomDomain: {
    id: 'deleteCustomDomain',
    method: 'DELETE',
    path: '/api/v1/custom-domains/{name}',
    summary: 'Give up a domain',
    auth: 'write',
    needs: 'domains.manage',
    params: domainParams,
    ...deletesOfWorkspace,
    response: successSchema,
    errors: ['workspace_not_found', 'custom_domain_not_found'],
  },
} as const satisfies Record<string, Endpoint>
