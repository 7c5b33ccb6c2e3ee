import type { ClientAction } from '@colloquy/chat'
import type { Answer } from '@colloquy/sdk'
import type { Command } from 'commander'
import { createAsker } from './ask.js'
import { type Client, ClientError } from './client.js'
import { type ConnectionOptions, connect, withConnectionOptions } from './connection.js'
import { showMessage } from './show-message.js'

interface ChatOptions extends ConnectionOptions {
  draft?: string
}

/** `colloquy chat`: a conversation with a published bot, or with a draft. */
export function addChatCommand(program: Command): void {
  withConnectionOptions(program.command('chat'))
    .description('Talk to a published bot (/history shows what was said, /quit leaves).')
    .argument('[publicId]', 'public id of a published bot')
    .option('--draft <botId>', 'talk to the draft of this bot instead; nothing is recorded')
    .action(chat)
}

async function chat(publicId: string | undefined, options: ChatOptions): Promise<void> {
  const client = connect(options)
  const started = await start(client, publicId, options.draft)
  const asker = createAsker()
  try {
    await talk(client, started, asker.ask)
  } finally {
    asker.close()
  }
}

function start(client: Client, publicId: string | undefined, draft: string | undefined): Promise<Answer<'startChat'>> {
  if (draft !== undefined) return client.api.startPreviewChat({ botId: draft })
  if (publicId !== undefined) return client.api.startChat({ publicId })
  throw new ClientError('Say which bot to talk to: `colloquy chat <publicId>` or `colloquy chat --draft <botId>`.')
}

/** Shows and asks in turn until the bot has no more questions or the person leaves. */
async function talk(
  client: Client,
  { sessionId, ...started }: Answer<'startChat'>,
  ask: (input: NonNullable<Answer<'continueChat'>['input']>) => Promise<string | undefined>,
): Promise<void> {
  const history: string[] = []
  const print = (line: string) => {
    history.push(line)
    console.log(line)
  }
  let answer: Answer<'continueChat'> = started
  show(answer, print)
  for (;;) {
    const actions = answer.clientSideActions ?? []
    if (actions.some(({ expectsDedicatedReply }) => expectsDedicatedReply)) {
      await waitFor(actions)
      answer = await client.api.continueChat({ sessionId })
      show(answer, print)
      continue
    }
    if (!answer.input) return console.log('\nThe conversation has ended.')
    const reply = await ask(answer.input)
    if (reply === undefined || reply === '/quit') return console.log('\nYou left the conversation.')
    if (reply === '/history') {
      console.log(`\n--- so far ---\n${history.join('\n')}\n--------------\n`)
      continue
    }
    answer = await client.api.continueChat({ sessionId, message: reply })
    history.push(`> ${answer.lastMessageNewFormat ?? reply}`)
    if (answer.lastMessageNewFormat !== undefined) console.log(`  (understood as ${answer.lastMessageNewFormat})`)
    show(answer, print)
  }
}

/** After an invalid reply, the bot's text for it arrives as a message and is shown like any other. */
function show(answer: Answer<'continueChat'>, print: (line: string) => void): void {
  for (const message of answer.messages) print(showMessage(message, process.stdout.isTTY === true))
  for (const action of answer.clientSideActions ?? []) {
    if (action.type === 'redirect') print(`[opens] ${action.redirect.url ?? ''}`)
  }
}

const maxWaitSeconds = 10

/** Actions that expect a reply are scripts and pauses; a terminal runs no scripts, and limits how long it waits. */
async function waitFor(actions: ClientAction[]): Promise<void> {
  const seconds = actions.map((action) => (action.type === 'wait' ? action.wait.secondsToWaitFor : 0))
  const longest = Math.min(maxWaitSeconds, Math.max(0, ...seconds))
  await new Promise((resolve) => setTimeout(resolve, longest * 1000))
}
