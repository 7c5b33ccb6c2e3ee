import type { Attack } from './attack.js'
import type { HostileBot } from './hostile-client.js'
import { askText, circleOf, flowOf } from './hostile-flows.js'

const values = 200
const addresses = 8
/** Texts in which a check for an address, a number or a date may try every way to divide them. */
const addressLike = 'a@*'.repeat(500)
/** Letters with marks that normalization has to sort. */
const marked = `e${'\u0323\u0301\u0327'.repeat(1_000)}`
const replies = [addressLike, marked, '1 '.repeat(2_000), 'http://a.'.repeat(450), '+49 30 '.repeat(580)]

/** Inputs that check what a visitor says. */
const inputs = ['email input', 'url input', 'phone number input', 'number input', 'date input', 'rating input']

/** Every check that a value passes gets values that are expensive to refuse. */
export const hostileValues: Attack = {
  name: 'addresses and marks without end for checks, choices, emails and searches',
  who: 'author',
  everyMs: 250,
  atOnce: 8,
  async prepare(client) {
    const list = { id: 'list', name: 'list', value: Array.from({ length: values }, (_, at) => `${at}${addressLike}`) }
    const marks = { id: 'marks', name: 'marks', value: Array.from({ length: values }, (_, at) => `${at}${marked}`) }
    const withLists = (flow: ReturnType<typeof flowOf>) => ({
      ...flow,
      variables: [...(flow.variables ?? []), list, marks],
    })
    const choice = (id: string, dynamicVariableId: string) => ({
      id,
      type: 'choice input',
      items: [],
      options: { dynamicVariableId, isMultipleChoice: true, isSearchable: true },
    })
    const flows = [
      ...inputs.map((type) => circleOf({ id: 'ask', type })),
      withLists(circleOf(choice('addresses', 'list'))),
      withLists(circleOf(choice('marks', 'marks'))),
      withLists(
        flowOf(
          { id: 'mail', type: 'Email', options: { recipients: ['{{list}}', '{{marks}}'], subject: '{{list}}' } },
          askText,
        ),
      ),
    ]
    const bots: HostileBot[] = []
    for (const flow of flows) bots.push(await client.publish(flow))
    let next = 0
    return async () => {
      next += 1
      const sending = { from: 1 + (next % addresses) }
      const bot = bots[next % bots.length] as HostileBot
      const session = await client.session(bot, sending)
      if (session === undefined) return
      for (const text of replies) await client.reply(session, { message: { type: 'text', text } }, sending)
      const filters = JSON.stringify([{ blockId: 'ask', is: 'contains', value: marked.slice(0, 400) }])
      const query = new URLSearchParams({ timeFilter: 'allTime', query: marked.slice(0, 400), filters })
      await client.asAuthor('GET', `/bots/${bot.id}/results?${query}`)
    }
  },
}
