import { generateKeyPairSync } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { Client } from '../client.js'

/** A bot of the demo that is published. */
export interface DemoBot {
  name: string
  publicId: string
}

type NewCredentials = Parameters<Client['api']['createCredentials']>[0]['credentials']

const folder = new URL('../../../../examples/with-services/', import.meta.url)

const knowledge = `# Returns

You can return anything within 30 days of its arrival. The refund takes three working days.

# Shipping

Parcels arrive within two working days. Shipping is free above 40 euros.

# Repairs

Every product has a warranty of two years. Send a photo of the damage to our workshop.`

/**
 * Creates a workspace with accounts of the stand-ins at `standIns`, a knowledge base, and the examples that use them, published. The
 * examples name accounts and addresses by markers.
 */
export async function publishDemoBots({ api }: Client, standIns: string): Promise<DemoBot[]> {
  const { workspace } = await api.createWorkspace({ name: 'Demo with services' })
  const workspaceId = workspace.id
  const add = async (credentials: NewCredentials) =>
    (await api.createCredentials({ workspaceId, credentials })).credentialsId
  const { knowledgeBase } = await api.createKnowledgeBase({ workspaceId, name: 'Help of the shop' })
  await api.addKnowledgeSource({
    knowledgeBaseId: knowledgeBase.id,
    workspaceId,
    source: { kind: 'markdown', title: 'Help of the shop', text: knowledge },
  })
  const markers: Record<string, string> = {
    'demo-model-account': await add({
      type: 'openai',
      name: 'Stand-in for a model',
      data: { apiKey: 'demo', baseUrl: `${standIns}/model` },
    }),
    'demo-voice-account': await add({ type: 'elevenlabs', name: 'Stand-in for a voice', data: { apiKey: 'demo' } }),
    'demo-sheet-account': await add({
      type: 'google sheets',
      name: 'Stand-in for Google Sheets',
      data: { clientEmail: 'demo@example.org', privateKey: newPrivateKey() },
    }),
    'demo-knowledge-base': knowledgeBase.id,
    'https://demo-calendar.example': `${standIns}/calendar`,
  }
  const published: DemoBot[] = []
  for (const file of readdirSync(folder).sort()) {
    const text = readFileSync(new URL(file, folder), 'utf8')
    const filled = Object.entries(markers).reduce((flow, [marker, value]) => flow.replaceAll(marker, value), text)
    const { bot } = await api.importBot({ workspaceId, bot: JSON.parse(filled) })
    await api.publishBot({ botId: bot.id })
    published.push({ name: bot.name, publicId: bot.publicId ?? bot.id })
  }
  return published
}

/** The stand-in trusts any signature; the service wants a real key to sign with. */
const newPrivateKey = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
