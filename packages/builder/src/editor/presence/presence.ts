import { findBlock } from '@colloquy/flow/operations'
import { createStore, type Store } from '../../design/store.js'
import type { Acknowledged, Editing } from '../../document/editing.js'
import { newId } from '../../document/new-id.js'
import { t } from '../../i18n/i18n.js'
import type { Told } from '../../notifications/notify.js'
import { api } from '../../service/api.js'
import { followBot } from '../../service/follow-bot.js'
import type { Saving } from '../saving.js'

/** A person who has this bot open on another page. */
export interface Person {
  client: string
  userId: string
  /** Null for someone who does not belong to the workspace or has no name. */
  name: string | null
  image: string | null
  /** Index of the person's color, 0 to 7. */
  colour: number
  groupId: string | null
  blockId: string | null
}

/** Position of a person's cursor on the canvas, in flow coordinates; null once the cursor has left it. */
export interface Cursor {
  client: string
  userId: string
  at: { x: number; y: number } | null
}

/** Identifies one page of one person. Pages choose their own names, so a name alone does not identify one. */
export const keyOf = ({ userId, client }: Pick<Person, 'userId' | 'client'>): string => `${userId} ${client}`

export const nameOf = ({ name }: Person): string => name ?? t('Somebody')

/** Author and time of the latest change to the draft. */
export interface LastEdit {
  at: string
  userId: string | null
  name: string | null
}

export interface Presence {
  /** Name of this page among all subscribers. */
  readonly client: string
  /** Everyone but this page. `isAlone` stays true until somebody else appears for the first time. */
  readonly people: Store<{ people: readonly Person[]; isAlone: boolean }>
  /** Cursors of others in the latest notification. */
  readonly pointers: Store<{ moved: readonly Cursor[] }>
  readonly edits: Store<{ last: LastEdit | undefined }>
  /** Counts notifications that comments have changed. */
  readonly comments: Store<{ changes: number }>
  /** Makes every view of the comments reload them. */
  notifyOfComments(): void
  close(): void
}

/** Selection, from which others see where this person is working. */
interface Chosen {
  blockId: string | undefined
  nodeIds: ReadonlySet<string>
}

/** Milliseconds. A person who steps through many groups is reported at each stop only. */
const pause = 300

const newStores = () => ({
  people: createStore<{ people: readonly Person[]; isAlone: boolean }>({ people: [], isAlone: true }),
  pointers: createStore<{ moved: readonly Cursor[] }>({ moved: [] }),
  edits: createStore<{ last: LastEdit | undefined }>({ last: undefined }),
  comments: createStore({ changes: 0 }),
})

/** Presence for pages that neither see others nor are seen by them. */
export const nobodyPresent: Presence = {
  client: '',
  ...newStores(),
  notifyOfComments() {},
  close() {},
}

/** Subscribes to what others do with a bot, and reports where this page is. */
export function openPresence(
  botId: string,
  editing: Editing,
  saving: Saving,
  view: Pick<Store<Chosen>, 'get' | 'subscribe'>,
): Presence {
  const client = newId()
  const stores = newStores()
  const { people, pointers, edits, comments } = stores
  const see = (seen: readonly Person[]) =>
    people.set({ people: seen, isAlone: people.get().isAlone && seen.length === 0 })
  const notifyOfComments = () => comments.set({ changes: comments.get().changes + 1 })
  let told = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const sendPosition = () => {
    const location = locationOf(view.get(), editing)
    const text = JSON.stringify(location)
    if (text === told) return
    told = text
    api.sharePosition({ botId, client, ...location }).catch(() => {
      told = ''
    })
  }
  const sendPositionSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(sendPosition, pause)
  }
  const stopWatching = view.subscribe(sendPositionSoon)
  // biome-ignore lint/suspicious/noExplicitAny: each kind of event has a different shape
  const events: Readonly<Record<string, (data: any) => void>> = {
    operations: (batches: Acknowledged) => saving.receive(batches),
    reload: () => void saving.reload().catch(() => {}),
    edited: (last: LastEdit) => edits.set({ last }),
    comments: notifyOfComments,
    pointers: (moved: Cursor[]) => pointers.set({ moved }),
    people: (all: Person[]) => see(all.filter((person) => person.client !== client)),
    // The code that shows notifications is not loaded before there is one.
    notified: (told: Told) => void import('../../notifications/notify.js').then((it) => it.notify(botId, told)),
  }
  const following = followBot({
    botId,
    client,
    revision: () => editing.state.revision,
    reach(isReached) {
      saving.reach(isReached)
      told = ''
      if (isReached) {
        sendPositionSoon()
        notifyOfComments()
      } else see([])
    },
    lose: () => saving.lose(),
    onEvent: ({ event, data }) => events[event]?.(data),
  })
  return {
    client,
    ...stores,
    notifyOfComments,
    close() {
      clearTimeout(timer)
      stopWatching()
      following.close()
    },
  }
}

function locationOf(
  { blockId, nodeIds }: Chosen,
  { document }: Editing,
): { groupId: string | null; blockId: string | null } {
  if (blockId !== undefined) return { groupId: findBlock(document, blockId)?.group.id ?? null, blockId }
  const [nodeId] = nodeIds
  const groupId = nodeIds.size === 1 && document.groups.some(({ id }) => id === nodeId) ? nodeId : undefined
  return { groupId: groupId ?? null, blockId: null }
}
