import { useState, useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import { keptInBrowser } from '../design/kept.js'
import { type ListFilter, queryOf } from './list-filter.js'
import type { View } from './views.js'

interface PanesOptions {
  /** Address of the inbox. */
  base: string
  view: View
  filter: ListFilter
  /** The open conversation. */
  sessionId: string | undefined
  /** The address is that of the details. */
  hasDetailsAddress: boolean
}

/**
 * The panes of the inbox: list, conversation, details. A phone shows one of them, and each has an address, so that the browser goes back
 * from one to the one before. On other screens the details are beside the conversation, and this browser remembers whether.
 */
export function usePanes({ base, view, filter, sessionId, hasDetailsAddress }: PanesOptions) {
  const [, go] = useLocation()
  const isPhone = useSyncExternalStore(subscribe, () => onePane.matches)
  const [isBeside, setBeside] = useState(
    () => (keptInBrowser.get(detailsKey) ?? (innerWidth >= 1240 ? '1' : '0')) === '1',
  )
  const addressOf = (id: string | undefined, { shown = view, pane = '' } = {}) =>
    `${base}/${shown}${id === undefined ? '' : `/${id}${pane}`}${queryOf(filter)}`
  const forward = (address: string) => go(address, { state: { [openedHere]: true } })
  /** Leaves a pane by the history of the browser, unless the page began there. */
  const backTo = (address: string) => (history.state?.[openedHere] ? history.back() : go(address, { replace: true }))
  const hasDetails = sessionId !== undefined && (hasDetailsAddress || (!isPhone && isBeside))
  return {
    isPhone,
    hasDetails,
    /** Opens a conversation, or the list. */
    open: (id: string | undefined) =>
      id === undefined || sessionId !== undefined ? go(addressOf(id)) : forward(addressOf(id)),
    /** Shows the open conversation in another view, to which it belongs from now on. */
    moveTo: (shown: View) => go(addressOf(sessionId, { shown }), { replace: true, state: history.state }),
    /** Opens the transcript of the open conversation, to print it. */
    openTranscript: () => forward(addressOf(sessionId, { pane: transcriptPane })),
    close: () => backTo(addressOf(undefined)),
    toggleDetails() {
      const address = addressOf(sessionId)
      if (hasDetailsAddress && isPhone) return backTo(address)
      if (isPhone) return forward(addressOf(sessionId, { pane: detailsPane }))
      keptInBrowser.set(detailsKey, hasDetails ? '0' : '1')
      setBeside(!hasDetails)
      if (hasDetailsAddress) go(address, { replace: true, state: history.state })
    },
  }
}

/** At the end of the address of a conversation. */
const detailsPane = '/details'
const transcriptPane = '/transcript'
/** In the state of an entry of the history whose pane was opened from the entry before it. */
const openedHere = 'isPaneOpenedHere'
const detailsKey = 'colloquy-inbox-details'

/** As in the style sheet. */
const onePane = matchMedia('(max-width: 760px)')

function subscribe(listener: () => void): () => void {
  onePane.addEventListener('change', listener)
  return () => onePane.removeEventListener('change', listener)
}
