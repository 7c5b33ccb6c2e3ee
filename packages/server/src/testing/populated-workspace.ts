import type { Endpoint } from '@colloquy/api'
import { newId } from '../ids.js'
import { png } from './file-bot.js'
import { askingBot, type TestService } from './test-service.js'

/** Ids by the names that paths, queries and bodies have for them. */
export type Ids = {
  workspaceId: string
  botId: string
  publicId: string
  sessionId: string
  resultId: string
  tokenId: string
  credentialsId: string
  /** Of a webhook block. */
  blockId: string
  /** Of the input that asked for the file of the result. */
  fileBlockId: string
  /** Of that file. */
  fileName: string
  /** Where a file is asked for. */
  uploadSessionId: string
  /** Of an address to upload a file to. */
  token: string
}

/** Ids that nothing has. */
export const absentIds: Ids = {
  workspaceId: newId(),
  botId: newId(),
  publicId: newId(),
  sessionId: newId(),
  resultId: newId(),
  tokenId: newId(),
  credentialsId: newId(),
  blockId: newId(),
  fileBlockId: newId(),
  fileName: `${newId()}.png`,
  uploadSessionId: newId(),
  token: newId(),
}

export interface PopulatedWorkspace {
  ids: Ids
  /** A token of its admin. */
  admin: string
  adminId: string
}

/**
 * A workspace of a new user who does not look after the instance, with credentials, a spare token and a published bot; of the bot there
 * are a preview, a chat under way in which a file was sent, and one in which it is about to be.
 */
export async function populatedWorkspace(service: TestService): Promise<PopulatedWorkspace> {
  const { userId: adminId, value: admin } = await service.addToken()
  const as = { authorization: `Bearer ${admin}` }
  const post = async (path: string, body: unknown) => (await service.call('POST', path, body, as)).body
  const workspaceId: string = (await post('/api/v1/workspaces', { name: 'Populated' })).workspace.id
  const [publicId, blockId, fileBlockId] = [`populated-${newId()}`, newId(), newId()]
  const bot = populatedBot(publicId, blockId, fileBlockId)
  const botId: string = (await post('/api/v1/bots', { workspaceId, bot })).bot.id
  await post(`/api/v1/bots/${botId}/publish`, undefined)
  await post(`/api/v1/bots/${botId}/preview/startChat`, {})

  const { sessionId, resultId } = await post(`/api/v1/bots/${publicId}/startChat`, {})
  const { presignedUrl, fileUrl } = await post('/api/v3/generate-upload-url', { sessionId, ...picture })
  await service.call('PUT', new URL(presignedUrl).pathname, png(), { 'content-type': 'image/png' })
  await post(`/api/v1/sessions/${sessionId}/continueChat`, { message: fileUrl })

  const uploadSessionId: string = (await post(`/api/v1/bots/${publicId}/startChat`, {})).sessionId
  const upload = await post('/api/v3/generate-upload-url', { sessionId: uploadSessionId, ...picture })
  const credentials = { type: 'openai', name: 'Populated', data: { apiKey: 'planted-api-key-1' } }
  const { credentialsId } = await post('/api/v1/credentials', { workspaceId, credentials })
  const { id: tokenId } = await service.addToken({ userId: adminId })
  return {
    ids: {
      ...{ workspaceId, botId, publicId, sessionId, resultId, tokenId, credentialsId, blockId, fileBlockId },
      ...{ fileName: lastPart(fileUrl), uploadSessionId, token: lastPart(upload.presignedUrl) },
    },
    admin,
    adminId,
  }
}

const picture = { fileName: 'a.png', fileType: 'image/png', fileSize: 100 }
const lastPart = (url: string) => url.split('/').at(-1) as string

/** Asks for a picture, then for a text; a webhook block stands aside. */
function populatedBot(publicId: string, blockId: string, fileBlockId: string) {
  const bot = askingBot(publicId)
  const types = ['image/png']
  const options = { variableId: 'v1', allowedFileTypes: { isEnabled: true, types } }
  const [first] = bot.groups
  const [hello, , text] = first?.blocks ?? []
  const webhook = { id: blockId, type: 'webhook', options: {} }
  const groups = [
    { ...first, blocks: [hello, { id: fileBlockId, type: 'file input', options }, text] },
    { ...first, id: 'g2', blocks: [webhook] },
  ]
  return { ...bot, groups }
}

/** The path of an operation with its parameters filled in. */
export function pathOf({ path }: Pick<Endpoint, 'path'>, ids: Partial<Ids>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: keyof Ids) => ids[name] ?? 'absent')
}
