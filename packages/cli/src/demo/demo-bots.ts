import { generateKeyPairSync } from 'node:crypto'
import type { Block } from '@colloquy/flow'
import { itemsOf, placeInColumns } from '@colloquy/flow/operations'
import {
  drawTemplate,
  knowledgeDesk,
  leadToCalendar,
  modelQuiz,
  type Sketch,
  shopAgent,
  typedOrder,
  voiceGuide,
} from '@colloquy/templates'
import type { Client } from '../client.js'
import { demoSheet } from './practice-sheet.js'

/** A bot of the demo that is published. */
export interface DemoBot {
  name: string
  publicId: string
}

type NewCredentials = Parameters<Client['api']['createCredentials']>[0]['credentials']

/** Options that an author adds to the blocks of a template, by the type of the block. */
type Added = Readonly<Record<string, object>>

const knowledge = `# Returns

You can return anything within 30 days of its arrival. The refund takes three working days.

# Shipping

Parcels arrive within two working days. Shipping is free above 40 euros.

# Repairs

Every product has a warranty of two years. Send a photo of the damage to our workshop.`

/** Creates a workspace with accounts of the stand-ins, and publishes the templates that use services there. */
export async function publishDemoBots({ api }: Client, standIns: string): Promise<DemoBot[]> {
  const { workspace } = await api.createWorkspace({ name: 'Demo with services' })
  const published: DemoBot[] = []
  for (const [sketch, added] of await templatesWithAccounts(api, workspace.id, standIns)) {
    const imported = await api.importBot({
      workspaceId: workspace.id,
      bot: { version: '6', ...filledIn(sketch, added) },
    })
    const botId = imported.bot.id
    await api.publishBot({ botId })
    const { bot } = await api.getBot({ botId })
    published.push({ name: bot.name, publicId: bot.publicId ?? bot.id })
  }
  return published
}

async function templatesWithAccounts(
  api: Client['api'],
  workspaceId: string,
  standIns: string,
): Promise<[Sketch, Added][]> {
  const add = async (credentials: NewCredentials) =>
    (await api.createCredentials({ workspaceId, credentials })).credentialsId
  const name = 'Stand-in of the demo'
  const model = {
    credentialsId: await add({ type: 'openai', name, data: { apiKey: 'demo', baseUrl: `${standIns}/model` } }),
  }
  const sheets = await add({
    type: 'google sheets',
    name,
    data: { clientEmail: 'demo@example.org', privateKey: newPrivateKey() },
  })
  const voice = await add({ type: 'elevenlabs', name, data: { apiKey: 'demo' } })
  const { knowledgeBase } = await api.createKnowledgeBase({ workspaceId, name: 'Help of the shop' })
  const source = { kind: 'markdown', title: 'Help of the shop', text: knowledge } as const
  await api.addKnowledgeSource({ baseId: knowledgeBase.id, workspaceId, source })
  return [
    [knowledgeDesk, { openai: { ...model, knowledgeBaseId: knowledgeBase.id } }],
    [
      leadToCalendar,
      {
        'Google Sheets': { credentialsId: sheets, spreadsheetId: demoSheet.id, sheetId: demoSheet.sheetId },
        'cal-com': { link: 'demo/call', baseUrl: `${standIns}/calendar` },
      },
    ],
    [modelQuiz, { openai: model }],
    [typedOrder, { openai: model }],
    [shopAgent, { agent: model }],
    [voiceGuide, { openai: model, elevenlabs: { credentialsId: voice, voiceId: 'demo-voice', modelId: 'demo-model' } }],
  ]
}

function filledIn(sketch: Sketch, added: Added) {
  const { bot } = drawTemplate(sketch, { translate: (text) => text, place: (bot) => placeInColumns(bot, sizes) })
  const withAdded = (block: { type: string; options?: object }) => {
    const options = added[block.type]
    return options ? { ...block, options: { ...block.options, ...options } } : block
  }
  const groups = (bot.groups ?? []).map((group) => ({
    ...group,
    blocks: (group.blocks as { type: string }[]).map(withAdded),
  }))
  return { ...bot, groups }
}

/** Of groups in the builder, which measures them: a little more room than they need. */
const sizes = {
  width: 280,
  eventWidth: 168,
  eventHeight: 44,
  heightOf: ({ blocks }: { blocks: Block[] }) =>
    blocks.reduce((sum, block) => sum + 90 + 30 * itemsOf(block).length, 60),
}

/** The stand-in trusts any signature; the service wants a real key to sign with. */
const newPrivateKey = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
