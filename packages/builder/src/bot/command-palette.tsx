import { itemsOf } from '@colloquy/flow/operations'
import { useReactFlow } from '@xyflow/react'
import { useMemo, useRef } from 'react'
import { useLocation } from 'wouter'
import {
  askTarget,
  collapseChosen,
  copyLink,
  deleteChosen,
  duplicateChosen,
  muteChosen,
  redo,
  tidyUp,
  undo,
  writeNote,
} from '../canvas/actions.js'
import { addSomewhere } from '../canvas/add-actions.js'
import { devices } from '../canvas/device-menu.js'
import { findTypes } from '../canvas/find-types.js'
import { chosenOnCanvas } from '../canvas/focus-chosen.js'
import { glide } from '../canvas/glide.js'
import { choosePointingDevice } from '../canvas/pointing-device.js'
import { openShortcutSheet } from '../canvas/shortcut-sheet-state.js'
import { addressTo } from '../canvas/use-address.js'
import { useNames } from '../canvas/use-names.js'
import { entryOf } from '../catalogue/block-catalogue.js'
import { itemSummary, type Names, summaryOf } from '../catalogue/summary.js'
import { type Findable, FindWindow } from '../design/find-window.js'
import { createStore, useStore } from '../design/store.js'
import { isNote } from '../document/is-note.js'
import { removeAllBreakpoints, toggleBreakpoint } from '../preview/breakpoints.js'
import type { RunState } from '../preview/run-state.js'
import { running } from '../preview/running.js'
import { commandPalette } from './command-palette-state.js'
import { type Panel, type Studio, useStudio, type View } from './studio.js'
import { wordsOf } from './words-of.js'

interface Choice extends Findable {
  /** Where on the canvas it leads. */
  place?: Parameters<Studio['show']>[0]
  /** What it does is seen on any page of the bot; the rest begins with going to the canvas. */
  isEverywhere?: true
  run(): void
}

/** Goes to any group or block by its words, and does anything that the canvas can do. */
export default function CommandPalette() {
  const choices = useChoices()
  const { bot, view } = useStudio()
  const [path, go] = useLocation()
  const hasLed = useRef(false)
  const close = () => commandPalette.set({ isOpen: false })
  const choose = (choice: Choice) => {
    const { place, isEverywhere, run } = choice
    const before = view.get()
    const canvas = `/bots/${bot.id}`
    close()
    if (!isEverywhere && path !== canvas) go(place ? canvas + addressTo(place) : canvas)
    run()
    hasLed.current = isElsewhere(before, view.get())
  }
  return (
    <FindWindow
      label="Go to anything"
      searchLabel="Search"
      placeholder="Search groups, blocks, texts and commands"
      listLabel="Found"
      nothing="Nothing has these words."
      choices={choices}
      most={60}
      finalFocus={() => (hasLed.current ? chosenOnCanvas(view.get()) : undefined)}
      onChoose={choose}
      onClose={close}
    />
  )
}

/** Whether something else is chosen now, or to be looked at. The outline would choose its own item again if it had the keys back. */
const isElsewhere = (before: View, now: View): boolean =>
  now.focus !== before.focus || now.blockId !== before.blockId || now.nodeIds !== before.nodeIds

function useChoices(): Choice[] {
  const studio = useStudio()
  const names = useNames()
  const goingOn = useGoingOn()
  const [, go] = useLocation()
  const { fitView, zoomTo, screenToFlowPosition } = useReactFlow()
  return useMemo(() => {
    const { bot } = studio
    const middle = () => screenToFlowPosition({ x: window.innerWidth / 2, y: window.innerHeight / 3 })
    const page = (id: string, label: string): Choice => ({
      id: `page ${id}`,
      label,
      hint: 'Page',
      isEverywhere: true,
      run: () => go(`/bots/${bot.id}/${id}`),
    })
    const panel = (id: Panel, label: string): Choice => ({
      id: `panel ${id}`,
      label,
      hint: 'Panel',
      run: () => studio.view.set({ panel: id }),
    })
    const looking: Choice[] = [
      ...placesOf(studio, names),
      { id: 'link', label: 'Copy a link to what is chosen', hint: 'Command', run: () => void copyLink(studio) },
      { id: 'collapse', label: 'Collapse or expand what is chosen', hint: 'X', run: () => collapseChosen(studio) },
      { id: 'keys', label: 'Keys', hint: '?', run: openShortcutSheet },
      { id: 'zoom', label: 'Zoom to 100 %', hint: '0', run: () => void zoomTo(1, glide()) },
      { id: 'fit', label: 'Show the whole flow', hint: 'Command', run: () => fitView({ maxZoom: 1, ...glide() }) },
      { id: 'outline', label: 'Outline', hint: 'Panel', run: () => studio.view.set({ isOutlineOpen: true }) },
      panel('details', 'Details'),
      panel('variables', 'Variables'),
      ...devices.map(([device, name, hint]) => ({
        id: `device ${device}`,
        label: `Mouse or trackpad: ${name.toLowerCase()}`,
        hint,
        isEverywhere: true as const,
        run: () => choosePointingDevice(device),
      })),
    ]
    if (studio.access === 'guest') return looking
    const reading: Choice[] = [
      ...looking,
      ...goingOn,
      panel('comments', 'Comments'),
      panel('problems', 'Problems'),
      {
        id: 'breakpoint',
        label: 'Set or remove a breakpoint before the chosen block',
        hint: 'B',
        run: () => toggleBreakpoint(studio),
      },
      {
        id: 'no-breakpoints',
        label: 'Remove all breakpoints',
        hint: 'Command',
        isEverywhere: true,
        run: () => removeAllBreakpoints(bot.id),
      },
      { id: 'preview', label: 'Preview', hint: 'Command', run: () => studio.preview() },
      page('', 'Build'),
      page('theme', 'Theme'),
      page('settings', 'Settings'),
      page('share', 'Share'),
      page('results', 'Results'),
      page('analytics', 'Analytics'),
      page('versions', 'Versions'),
    ]
    if (studio.isReadOnly) return reading
    return [
      ...reading,
      { id: 'connect', label: 'Connect what is chosen to…', hint: 'E', run: () => askTarget(studio) },
      { id: 'note', label: 'Write a note', hint: 'N', run: () => writeNote(studio, middle()) },
      { id: 'mute', label: 'Mute or unmute the chosen block', hint: 'M', run: () => muteChosen(studio) },
      { id: 'duplicate', label: 'Duplicate what is chosen', hint: 'Command', run: () => duplicateChosen(studio) },
      { id: 'delete', label: 'Delete what is chosen', hint: 'Delete', run: () => deleteChosen(studio) },
      { id: 'undo', label: 'Undo', hint: 'Command', isEverywhere: true, run: () => undo(studio) },
      { id: 'redo', label: 'Redo', hint: 'Command', isEverywhere: true, run: () => redo(studio) },
      { id: 'tidy', label: 'Tidy up', hint: 'Command', run: () => tidyUp(studio) },
      ...findTypes('').map(([type, entry]) => ({
        id: `add ${type}`,
        label: `Add ${entry.label}`,
        hint: entry.section,
        run: () => addSomewhere(studio, type, middle()),
      })),
    ]
  }, [studio, names, goingOn, go, fitView, zoomTo, screenToFlowPosition])
}

/** How a preview goes on that stands at a breakpoint; nothing as long as none does. */
function useGoingOn(): readonly Choice[] {
  const run = useStore(running, (it) => it.run)
  const isStopped = useStore(run?.state ?? atRest, ({ stop }) => stop !== undefined)
  return useMemo(() => {
    if (!run || !isStopped) return []
    const goOn = (isStepping: boolean) => () => void run.goOn({ isStepping })
    return [
      {
        id: 'continue',
        label: 'Continue the preview to the next breakpoint or question',
        hint: 'F8',
        run: goOn(false),
      },
      { id: 'step', label: 'Step to the next block of the preview', hint: 'F10', run: goOn(true) },
    ]
  }, [run, isStopped])
}

const atRest = createStore<Pick<RunState, 'stop'>>({ stop: undefined })

/** What there is in the flow: groups, their blocks, variables. */
function placesOf({ editing, view, show }: Studio, names: Names): Choice[] {
  const { groups, variables } = editing.document
  const to = (place: NonNullable<Choice['place']>) => ({ place, run: () => show(place) })
  return [
    ...groups.flatMap((group) => [
      {
        id: group.id,
        label: group.title,
        hint: isNote(group) ? 'Note' : 'Group',
        words: group.id,
        ...to({ nodeId: group.id }),
      },
      ...group.blocks.map((block) => {
        const texts = [summaryOf(block, names), ...itemsOf(block).map((item) => itemSummary(block, item, names))]
        const label = texts.filter(Boolean).join(' · ') || entryOf(block).label
        return {
          id: block.id,
          label,
          hint: `${entryOf(block).label} in ${group.title}`,
          words: `${block.id} ${wordsOf(block, variables)}`,
          ...to({ nodeId: group.id, blockId: block.id }),
        }
      }),
    ]),
    ...variables.map((variable) => ({
      id: `variable ${variable.id}`,
      label: variable.name,
      hint: 'Variable',
      words: variable.id,
      run: () => view.set({ panel: 'variables' }),
    })),
  ]
}
