import { findBlock } from '@colloquy/flow/operations'
import { createStore, type Store } from '../../design/store.js'
import type { Editing, Landed } from '../../document/editing.js'
import { newId } from '../../document/new-id.js'
import { t } from '../../i18n/i18n.js'
import { followBot } from '../../service/follow-bot.js'
import { request } from '../../service/request.js'
import type { Saving } from '../saving.js'

/** Somebody on another page of this bot. */
export interface Person {
  client: string
  userId: string
  /** Null for who does not belong here. */
  name: string | null
  image: string | null
  /** 0 to 7. */
  colour: number
  groupId: string | null
  blockId: string | null
}

/** Where somebody points on the canvas, in coordinates of the flow; null once the pointer has left. */
export interface Pointer {
  client: string
  userId: string
  at: { x: number; y: number } | null
}

/** One page of one person: the names of pages are chosen by the pages. */
export const keyOf = ({ userId, client }: Pick<Person, 'userId' | 'client'>): string => `${userId} ${client}`

export const nameOf = ({ name }: Person): string => name ?? t('Somebody')

/** Who changed the draft last, and when. */
export interface LastEdit {
  at: string
  userId: string | null
  name: string | null
}

export interface Presence {
  /** The name of this page among those of all who follow. */
  readonly client: string
  /** Everybody but this page, and whether there was nobody at any time. */
  readonly people: Store<{ people: readonly Person[]; isAlone: boolean }>
  /** The pointers of others that were heard of last. */
  readonly pointers: Store<{ moved: readonly Pointer[] }>
  readonly edits: Store<{ last: LastEdit | undefined }>
  /** Counts how often it was heard that comments can be read anew. */
  readonly comments: Store<{ heard: number }>
  /** Has them read anew by whoever shows them. */
  hearComments(): void
  close(): void
}

/** What is chosen, by which others see where one is. */
interface Chosen {
  blockId: string | undefined
  nodeIds: ReadonlySet<string>
}

/** Milliseconds; who walks through many groups is told of at each stop. */
const pause = 300

/** What those hear who are not told of others, nor others of them. */
export const nobodyPresent: Presence = {
  client: '',
  people: createStore<{ people: readonly Person[]; isAlone: boolean }>({ people: [], isAlone: true }),
  pointers: createStore<{ moved: readonly Pointer[] }>({ moved: [] }),
  edits: createStore<{ last: LastEdit | undefined }>({ last: undefined }),
  comments: createStore({ heard: 0 }),
  hearComments() {},
  close() {},
}

/** Hears what others do with a bot, and tells them where one is. */
export function openPresence(
  botId: string,
  editing: Editing,
  saving: Saving,
  view: Pick<Store<Chosen>, 'get' | 'subscribe'>,
): Presence {
  const client = newId()
  const people = createStore<{ people: readonly Person[]; isAlone: boolean }>({ people: [], isAlone: true })
  const see = (seen: readonly Person[]) =>
    people.set({ people: seen, isAlone: people.get().isAlone && seen.length === 0 })
  const pointers = createStore<{ moved: readonly Pointer[] }>({ moved: [] })
  const comments = createStore({ heard: 0 })
  const edits = createStore<{ last: LastEdit | undefined }>({ last: undefined })
  const hearComments = () => comments.set({ heard: comments.get().heard + 1 })
  let told = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const tell = () => {
    const place = placeOf(view.get(), editing)
    const text = JSON.stringify(place)
    if (text === told) return
    told = text
    request<'tellPlace'>('POST', `bots/${botId}/presence`, { client, ...place }).catch(() => {
      told = ''
    })
  }
  const tellSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(tell, pause)
  }
  const stopWatching = view.subscribe(tellSoon)
  const following = followBot({
    botId,
    client,
    revision: () => editing.state.revision,
    reach(isReached) {
      saving.reach(isReached)
      told = ''
      if (isReached) {
        tellSoon()
        hearComments()
      } else see([])
    },
    lose: () => saving.lose(),
    hear({ event, data }) {
      if (event === 'operations') saving.hear(data as Landed)
      else if (event === 'reload') void saving.reload().catch(() => undefined)
      else if (event === 'edited') edits.set({ last: data })
      else if (event === 'comments') hearComments()
      else if (event === 'pointers') pointers.set({ moved: data as Pointer[] })
      else if (event === 'people') see((data as Person[]).filter((person) => person.client !== client))
    },
  })
  return {
    client,
    people,
    pointers,
    edits,
    comments,
    hearComments,
    close() {
      clearTimeout(timer)
      stopWatching()
      following.close()
    },
  }
}

function placeOf(
  { blockId, nodeIds }: Chosen,
  { document }: Editing,
): { groupId: string | null; blockId: string | null } {
  if (blockId !== undefined) return { groupId: findBlock(document, blockId)?.group.id ?? null, blockId }
  const [nodeId] = nodeIds
  const groupId = nodeIds.size === 1 && document.groups.some(({ id }) => id === nodeId) ? nodeId : undefined
  return { groupId: groupId ?? null, blockId: null }
}
