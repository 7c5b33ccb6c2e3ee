import { itemsOf } from '@colloquy/flow/operations'
import { useReactFlow } from '@xyflow/react'
import { useMemo } from 'react'
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
import { addAt } from '../canvas/add-actions.js'
import { devices } from '../canvas/device-menu.js'
import { findTypes } from '../canvas/find-types.js'
import { glide } from '../canvas/glide.js'
import { choosePointingDevice } from '../canvas/pointing-device.js'
import { openShortcutSheet } from '../canvas/shortcut-sheet-state.js'
import { useNames } from '../canvas/use-names.js'
import { entryOf } from '../catalogue/block-catalogue.js'
import { itemSummary, type Names, summaryOf } from '../catalogue/summary.js'
import { type Findable, FindWindow } from '../design/find-window.js'
import { isNote } from '../document/is-note.js'
import { removeAllBreakpoints, toggleBreakpoint } from '../preview/breakpoints.js'
import { commandPalette } from './command-palette-state.js'
import { type Panel, type Studio, useStudio } from './studio.js'
import { wordsOf } from './words-of.js'

interface Choice extends Findable {
  run(): void
}

/** Goes to any group or block by its words, and does anything that the canvas can do. */
export default function CommandPalette() {
  const choices = useChoices()
  const close = () => commandPalette.set({ isOpen: false })
  return (
    <FindWindow
      label="Go to anything"
      searchLabel="Search"
      placeholder="Search groups, blocks, texts and commands"
      listLabel="Found"
      nothing="Nothing has these words."
      choices={choices}
      most={60}
      onChoose={(choice) => [close(), choice.run()]}
      onClose={close}
    />
  )
}

function useChoices(): Choice[] {
  const studio = useStudio()
  const names = useNames()
  const [, go] = useLocation()
  const { fitView, zoomTo, screenToFlowPosition } = useReactFlow()
  return useMemo(() => {
    const { bot } = studio
    const middle = () => screenToFlowPosition({ x: window.innerWidth / 2, y: window.innerHeight / 3 })
    const page = (id: string, label: string): Choice => ({
      id: `page ${id}`,
      label,
      hint: 'Page',
      run: () => go(`/bots/${bot.id}/${id}`),
    })
    const panel = (id: Panel, label: string): Choice => ({
      id: `panel ${id}`,
      label,
      hint: 'Panel',
      run: () => studio.view.set({ panel: id }),
    })
    return [
      ...placesOf(studio, names),
      { id: 'connect', label: 'Connect what is chosen to…', hint: 'E', run: () => askTarget(studio) },
      { id: 'note', label: 'Write a note', hint: 'N', run: () => writeNote(studio, middle()) },
      { id: 'mute', label: 'Mute or unmute the chosen block', hint: 'M', run: () => muteChosen(studio) },
      { id: 'collapse', label: 'Collapse or expand what is chosen', hint: 'X', run: () => collapseChosen(studio) },
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
        run: () => removeAllBreakpoints(bot.id),
      },
      { id: 'duplicate', label: 'Duplicate what is chosen', hint: 'Command', run: () => duplicateChosen(studio) },
      { id: 'delete', label: 'Delete what is chosen', hint: 'Delete', run: () => deleteChosen(studio) },
      { id: 'link', label: 'Copy a link to what is chosen', hint: 'Command', run: () => void copyLink(studio) },
      { id: 'keys', label: 'Keys', hint: '?', run: openShortcutSheet },
      { id: 'zoom', label: 'Zoom to 100 %', hint: '0', run: () => void zoomTo(1, glide()) },
      { id: 'outline', label: 'Outline', hint: 'Panel', run: () => studio.view.set({ isOutlineOpen: true }) },
      panel('details', 'Details'),
      panel('comments', 'Comments'),
      panel('variables', 'Variables'),
      panel('problems', 'Problems'),
      ...devices.map(([device, name, hint]) => ({
        id: `device ${device}`,
        label: `Mouse or trackpad: ${name.toLowerCase()}`,
        hint,
        run: () => choosePointingDevice(device),
      })),
      { id: 'undo', label: 'Undo', hint: 'Command', run: () => undo(studio) },
      { id: 'redo', label: 'Redo', hint: 'Command', run: () => redo(studio) },
      { id: 'fit', label: 'Show the whole flow', hint: 'Command', run: () => fitView({ maxZoom: 1, ...glide() }) },
      {
        id: 'tidy',
        label: 'Tidy up',
        hint: 'Command',
        run: () => tidyUp(studio),
      },
      {
        id: 'preview',
        label: 'Preview',
        hint: 'Command',
        run: () => studio.preview(),
      },
      page('', 'Build'),
      page('theme', 'Theme'),
      page('settings', 'Settings'),
      page('share', 'Share'),
      page('results', 'Results'),
      page('analytics', 'Analytics'),
      page('versions', 'Versions'),
      ...findTypes('').map(([type, entry]) => ({
        id: `add ${type}`,
        label: `Add ${entry.label}`,
        hint: entry.section,
        run: () => addAt(studio, type, { at: middle() }),
      })),
    ]
  }, [studio, names, go, fitView, zoomTo, screenToFlowPosition])
}

/** What there is in the flow: groups, their blocks, variables. */
function placesOf({ editing, view, show }: Studio, names: Names): Choice[] {
  const { groups, variables } = editing.document
  return [
    ...groups.flatMap((group) => [
      {
        id: group.id,
        label: group.title,
        hint: isNote(group) ? 'Note' : 'Group',
        words: group.id,
        run: () => show({ nodeId: group.id }),
      },
      ...group.blocks.map((block) => {
        const texts = [summaryOf(block, names), ...itemsOf(block).map((item) => itemSummary(block, item, names))]
        const label = texts.filter(Boolean).join(' · ') || entryOf(block).label
        return {
          id: block.id,
          label,
          hint: `${entryOf(block).label} in ${group.title}`,
          words: `${block.id} ${wordsOf(block, variables)}`,
          run: () => show({ nodeId: group.id, blockId: block.id }),
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
