import { readFileSync } from 'node:fs'
import type { Answer } from '@colloquy/sdk'
import type { Command } from 'commander'
import { type Client, ClientError } from './client.js'
import { type ConnectionOptions, connect, withConnectionOptions } from './connection.js'
import { showMessage } from './show-message.js'
import { table } from './table.js'

type Bot = Answer<'getBot'>['bot']

const exampleFile = (name: string) => new URL(`../../../examples/${name}.json`, import.meta.url)

/** Replies of the demo's visitor, by the id of the asking block. Two of them correct themselves after an invalid first reply. */
const script: Record<string, string[]> = {
  nameInput: ['Mira Chen'],
  needInput: ['Help me choose'],
  goalInput: ['We bake bread and want to sell it to people in the neighbourhood.'],
  budgetInput: ['quite a lot', '15000'],
  emailInput: ['mira at example.org', 'Mira@Example.org'],
  phoneInput: ['+33 6 12 34 56 78'],
  dateInput: ['2031-05-06'],
  ratingInput: ['5'],
}

/** `colloquy demo`: from nothing to a recorded result, in one command. */
export function addDemoCommand(program: Command): void {
  withConnectionOptions(program.command('demo'))
    .description('Import and publish two example flows, hold a conversation with one of them and print the result.')
    .action(demo)
}

async function demo(options: ConnectionOptions): Promise<void> {
  const client = connect(options)
  const workspaceId = await createWorkspace(client)
  const bot = await publishExample(client, workspaceId, 'lead-form')
  console.log(`Published "${bot.name}". The conversation:\n`)
  const resultId = await converse(client, bot.publicId ?? bot.id)
  const { result } = await client.api.getResult({ botId: bot.id, resultId })
  console.log(`\nRecorded as result ${result.id} (${result.isCompleted ? 'completed' : 'not completed'}):\n`)
  const answers = result.answers.map(({ blockId, content }) => [...locationOf(bot, blockId), content])
  console.log(table([['Group', 'Input', 'Answer'], ...answers]))
  const variables = result.variables.map(({ name, value }) => [name, String(value ?? '')])
  if (variables.length > 0) console.log(`\n${table([['Variable', 'Value'], ...variables])}`)
  const other = await publishExample(client, workspaceId, 'support-triage')
  const address = `${client.address}/c/${other.publicId ?? other.id}`
  console.log(`\nPublished "${other.name}" as well, to be seen in a browser: ${address}`)
  const elsewhere = options.url === undefined ? '' : ` --url ${options.url}`
  console.log(`\nTalk to it yourself: npx colloquy chat ${bot.publicId ?? bot.id}${elsewhere}`)
}

async function publishExample(client: Client, workspaceId: string, name: string): Promise<Bot> {
  const imported = await client.api.importBot({
    workspaceId,
    bot: JSON.parse(readFileSync(exampleFile(name), 'utf8')),
  })
  await client.api.publishBot({ botId: imported.bot.id })
  const { bot } = await client.api.getBot({ botId: imported.bot.id })
  return bot
}

/** Creates a workspace called "Demo", or "Demo 2" and so on if that exists. */
async function createWorkspace(client: Client): Promise<string> {
  for (let number = 1; ; number++) {
    const name = number === 1 ? 'Demo' : `Demo ${number}`
    try {
      const { workspace } = await client.api.createWorkspace({ name })
      console.log(`Made the workspace "${name}".`)
      return workspace.id
    } catch (error) {
      if (!(error instanceof ClientError) || error.code !== 'name_taken') throw error
    }
  }
}

/** Holds the scripted conversation, prints it line by line, and returns the id of the result. */
async function converse(client: Client, publicId: string): Promise<string> {
  const { sessionId, resultId, ...started } = await client.api.startChat({ publicId })
  if (resultId === undefined) throw new Error('The service started a chat of a published bot without a result.')
  const said = new Map<string, number>()
  let answer: Answer<'continueChat'> = started
  for (;;) {
    for (const message of answer.messages) console.log(`  bot  ${showMessage(message).replaceAll('\n', '\n       ')}`)
    if (!answer.input) return resultId
    const turn = said.get(answer.input.id) ?? 0
    const reply = script[answer.input.id]?.[turn]
    if (reply === undefined) return resultId
    said.set(answer.input.id, turn + 1)
    console.log(`  you  ${reply}`)
    answer = await client.api.continueChat({ sessionId, message: reply })
  }
}

/** Returns the title of a block's group, and its kind of input. */
function locationOf(bot: Bot, blockId: string): [string, string] {
  const group = bot.groups.find(({ blocks }) => blocks.some(({ id }) => id === blockId))
  const block = group?.blocks.find(({ id }) => id === blockId)
  return [group?.title ?? '', block?.type.replace(/ input$/, '').replace('choice', 'buttons') ?? blockId]
}
