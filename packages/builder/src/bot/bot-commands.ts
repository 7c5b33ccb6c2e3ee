import { findBlock } from '@colloquy/flow/operations'
import { useReactFlow } from '@xyflow/react'
import {
  Ban,
  BookmarkMinus,
  Braces,
  ChartBar,
  ChartColumn,
  CircleDot,
  Copy,
  Download,
  ExternalLink,
  History,
  Keyboard,
  Link2,
  ListTree,
  type LucideIcon,
  Maximize,
  MessageSquareText,
  Mouse,
  Palette,
  Play,
  Redo2,
  Replace,
  Rocket,
  Share2,
  SkipForward,
  SlidersHorizontal,
  Spline,
  StepForward,
  StickyNote,
  Table2,
  Trash2,
  TriangleAlert,
  Undo2,
  UnfoldVertical,
  Wand,
  Workflow,
  ZoomIn,
} from 'lucide-react'
import { useMemo } from 'react'
import { useLocation } from 'wouter'
import {
  collapseChosen,
  deleteChosen,
  duplicateChosen,
  pickTarget,
  redo,
  toggleDisabled,
  undo,
  writeNote,
} from '../canvas/actions/actions.js'
import { addSomewhere } from '../canvas/actions/add-actions.js'
import { arrangeChosen, arrangeFlow, arrangementsFor } from '../canvas/actions/arranging.js'
import { type NamedTurn, turnBlock, turnsFor } from '../canvas/actions/turn-into.js'
import { openShortcutSheet } from '../canvas/keys/shortcut-sheet-state.js'
import { copyLink } from '../canvas/menus/copy-and-paste.js'
import { useNames } from '../canvas/nodes/use-names.js'
import { findTypes } from '../canvas/palette/find-types.js'
import { devices } from '../canvas/view/device-menu.js'
import { glide } from '../canvas/view/glide.js'
import { choosePointingDevice } from '../canvas/view/pointing-device.js'
import { copyText } from '../design/copy-text.js'
import { createStore, useStore } from '../design/store.js'
import { showError, showToast } from '../design/toasts.js'
import { type BotEditor, type Panel, useBotEditor } from '../editor/bot-editor.js'
import { removeAllBreakpoints, toggleBreakpoint } from '../editor/breakpoints.js'
import { openHosted } from '../editor/open-hosted.js'
import { publishing } from '../editor/publishing-state.js'
import type { RunState } from '../editor/run-state.js'
import { t } from '../i18n/i18n.js'
import { running } from '../preview/running.js'
import { api } from '../service/api.js'
import { exportBot } from '../service/bots.js'
import { type BotCommand, flowCommands } from './flow-commands.js'

/** Movements of the canvas, and the place on it where a command without a place adds something. */
interface CanvasView {
  zoomToFull(): void
  showAll(): void
  middle(): { x: number; y: number }
}

/** All actions available in the open bot, and the places in its flow. */
export function useBotCommands(): readonly BotCommand[] {
  const editor = useBotEditor()
  const names = useNames()
  const goingOn = useGoingOn()
  const [, go] = useLocation()
  const { fitView, zoomTo, screenToFlowPosition } = useReactFlow()
  return useMemo(() => {
    const canvas: CanvasView = {
      zoomToFull: () => void zoomTo(1, glide()),
      showAll: () => void fitView({ maxZoom: 1, ...glide() }),
      middle: () => screenToFlowPosition({ x: window.innerWidth / 2, y: window.innerHeight / 3 }),
    }
    const looking = [...flowCommands(editor, names), ...viewCommands(editor, canvas)]
    if (!editor.can('bot.read')) return looking
    const reading = [
      ...goingOn,
      ...sharingCommands(editor),
      ...looking,
      ...checkingCommands(editor),
      ...pageCommands((path) => go(`/bots/${editor.bot.id}${path}`)),
    ]
    if (editor.isReadOnly) return reading
    return [
      publishCommand(),
      ...reading,
      ...editingCommands(editor, canvas),
      ...arrangingCommands(editor),
      ...addingCommands(editor, canvas),
    ]
  }, [editor, names, goingOn, go, fitView, zoomTo, screenToFlowPosition])
}

const isEverywhere = true

const panel = ({ view }: BotEditor, id: Panel, label: string, icon: LucideIcon): BotCommand => ({
  id: `panel ${id}`,
  label,
  hint: t('Panel'),
  section: 'Panels',
  icon,
  run: () => view.set({ panel: id }),
})

const action = (
  id: string,
  label: string,
  icon: LucideIcon,
  run: () => void,
  more: Partial<BotCommand> = {},
): BotCommand => ({ id, label, hint: '', section: 'Actions', icon, run, ...more })

/** Commands that change only what the author sees. Guests have them, too. */
const viewCommands = (editor: BotEditor, canvas: CanvasView): BotCommand[] => [
  action('link', t('Copy a link to the selection'), Link2, () => copyLink(editor)),
  action('collapse', t('Collapse or expand the selection'), UnfoldVertical, () => collapseChosen(editor), {
    keys: 'X',
  }),
  action('keys', t('Keyboard shortcuts'), Keyboard, openShortcutSheet, { keys: '?', words: 'keys help' }),
  action('zoom', t('Zoom to 100 %'), ZoomIn, () => canvas.zoomToFull(), { keys: '0' }),
  action('fit', t('Show the whole flow'), Maximize, () => canvas.showAll(), {
    keys: 'Shift 1',
  }),
  {
    ...panel(editor, 'details', t('Outline'), ListTree),
    id: 'outline',
    keys: 'O',
    run: () => editor.view.set({ isOutlineOpen: true }),
  },
  panel(editor, 'details', t('Details'), SlidersHorizontal),
  panel(editor, 'variables', t('Variables'), Braces),
  ...devices.map(([device, name, hint]) =>
    action(
      `device ${device}`,
      t('Mouse or trackpad: {name}', { name: name.toLowerCase() }),
      Mouse,
      () => choosePointingDevice(device),
      {
        hint,
        isEverywhere,
      },
    ),
  ),
]

/** Commands that run the bot or hand it to others. */
const sharingCommands = (editor: BotEditor): BotCommand[] => [
  action('preview', t('Preview'), Play, () => editor.preview(), { keys: 'P', words: 'test try run' }),
  action(
    'open hosted',
    t('Open the public page'),
    ExternalLink,
    () => void openHosted(editor.bot.id).catch(showError),
    {
      isEverywhere,
      words: 'visit view live',
    },
  ),
  action('share link', t('Copy the share link'), Link2, () => void copyShareLink(editor.bot.id), {
    isEverywhere,
    words: 'url address public',
  }),
  action('export', t('Export as a file'), Download, () => void exportBot(editor.bot.id).catch(showError), {
    isEverywhere,
    words: 'download json',
  }),
]

/** Commands for what collaborators say and for mistakes in the flow. */
const checkingCommands = (editor: BotEditor): BotCommand[] => [
  { ...panel(editor, 'comments', t('Comments'), MessageSquareText), keys: 'C' },
  panel(editor, 'problems', t('Problems'), TriangleAlert),
  action(
    'breakpoint',
    t('Set or remove a breakpoint before the selected block'),
    CircleDot,
    () => toggleBreakpoint(editor),
    {
      keys: 'B',
    },
  ),
  action('no-breakpoints', t('Remove all breakpoints'), BookmarkMinus, () => removeAllBreakpoints(editor.bot.id), {
    isEverywhere,
  }),
]

/** Commands that open the pages of the bot. `open` takes the path after the address of the bot. */
function pageCommands(open: (path: string) => void): BotCommand[] {
  const page = (id: string, label: string, icon: LucideIcon): BotCommand => ({
    id: `page ${id}`,
    label,
    hint: t('Page'),
    section: 'Pages',
    icon,
    isEverywhere,
    run: () => open(id && `/${id}`),
  })
  return [
    page('', t('Build'), Workflow),
    page('theme', t('Theme'), Palette),
    page('settings', t('Settings'), SlidersHorizontal),
    page('share', t('Share'), Share2),
    page('results', t('Results'), Table2),
    page('summary', t('Summary'), ChartBar),
    page('analytics', t('Analytics'), ChartColumn),
    page('versions', t('Versions'), History),
  ]
}

const publishCommand = (): BotCommand =>
  action('publish', t('Publish'), Rocket, () => publishing.set({ isAsked: true }), {
    isEverywhere,
    words: 'release live',
  })

/** Commands that change the flow or the selected part of it. */
const editingCommands = (editor: BotEditor, canvas: CanvasView): BotCommand[] => [
  action('connect', t('Connect the selection to…'), Spline, () => pickTarget(editor), { keys: 'E' }),
  action('note', t('Write a note'), StickyNote, () => writeNote(editor, canvas.middle()), { keys: 'N' }),
  action('mute', t('Disable or enable the selected block'), Ban, () => toggleDisabled(editor), {
    keys: 'M',
    words: 'disable',
  }),
  ...chosenTurns(editor).map(({ blockId, ...turn }) =>
    action(`turn into ${turn.type}`, t('Turn into {name}', turn), Replace, () => turnBlock(editor, blockId, turn), {
      words: 'convert change switch service provider model',
    }),
  ),
  action('duplicate', t('Duplicate the selection'), Copy, () => duplicateChosen(editor), {
    keys: 'mod D',
    words: 'copy',
  }),
  action('delete', t('Delete the selection'), Trash2, () => deleteChosen(editor), {
    keys: 'Delete',
    words: 'remove',
  }),
  action('undo', t('Undo'), Undo2, () => void undo(editor), { isEverywhere, keys: 'mod Z' }),
  action('redo', t('Redo'), Redo2, () => void redo(editor), { isEverywhere, keys: 'mod Shift Z' }),
]

/** Commands that align the selection, and one that tidies up the whole flow. */
const arrangingCommands = (editor: BotEditor): BotCommand[] => [
  ...arrangementsFor(editor.view.get().nodeIds.size).map((arrangement) =>
    action(
      `arrange ${arrangement.alignment}`,
      arrangement.label,
      arrangement.icon,
      () => arrangeChosen(editor, arrangement),
      { keys: arrangement.keys, words: 'layout arrange align distribute spacing gaps' },
    ),
  ),
  action('tidy', t('Tidy up'), Wand, () => arrangeFlow(editor), { words: 'layout arrange' }),
]

/** A command for each type of block. */
const addingCommands = (editor: BotEditor, canvas: CanvasView): BotCommand[] =>
  findTypes('').map(
    ([type, entry]): BotCommand => ({
      id: `add ${type}`,
      label: t('Add {label}', { label: entry.label }),
      hint: entry.section,
      words: entry.keywords.join(' '),
      section: 'Blocks',
      icon: entry.icon,
      run: () => addSomewhere(editor, type, canvas.middle()),
    }),
  )

/** The types that the chosen block can be turned into. */
function chosenTurns(editor: BotEditor): (NamedTurn & { blockId: string })[] {
  const { blockId } = editor.view.get()
  const found = blockId === undefined ? undefined : findBlock(editor.editing.document, blockId)
  return found ? turnsFor(editor, found.block).map((turn) => ({ ...turn, blockId: found.block.id })) : []
}

async function copyShareLink(botId: string): Promise<void> {
  try {
    const { pages } = await api.getAddresses({ botId })
    const [address] = pages
    if (address === undefined) return showToast(t('No link yet. Publish the bot first.'))
    copyText(address)
  } catch (problem) {
    showError(problem)
  }
}

/** Commands that continue a preview stopped at a breakpoint; empty while no preview is stopped. */
function useGoingOn(): readonly BotCommand[] {
  const run = useStore(running, (it) => it.run)
  const isStopped = useStore(run?.state ?? atRest, ({ stop }) => stop !== undefined)
  return useMemo(() => {
    if (!run || !isStopped) return []
    const goOn = (isStepping: boolean) => () => void run.goOn({ isStepping })
    return [
      {
        id: 'continue',
        label: t('Continue the preview to the next breakpoint or question'),
        hint: '',
        keys: 'F8',
        section: 'Actions',
        icon: SkipForward,
        run: goOn(false),
      },
      {
        id: 'step',
        label: t('Step to the next block of the preview'),
        hint: '',
        keys: 'F10',
        section: 'Actions',
        icon: StepForward,
        run: goOn(true),
      },
    ]
  }, [run, isStopped])
}

const atRest = createStore<Pick<RunState, 'stop'>>({ stop: undefined })
