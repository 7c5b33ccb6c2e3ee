import { t } from '../../i18n/i18n.js'
import type { PointingDevice } from '../view/pointing-device.js'

/** Keyboard shortcuts of the canvas, as the sheet lists them. `mod` is Control, or Command on a Mac. */
export const shortcuts = [
  ['mod K', t('Search and run commands')],
  ['mod F', t('Search in the flow')],
  ['/', t('Add a block below the selection')],
  ['G', t('Add a block in a new group, and connect to it')],
  ['E', t('Connect the selection to…')],
  ['C', t('Comment on the selection')],
  ['N', t('Write a note')],
  ['M', t('Disable a block, or enable it')],
  ['B', t('Set a breakpoint before a block, or remove it')],
  ['X', t('Collapse a group, or expand it')],
  ['mod Z', t('Undo')],
  ['mod Shift Z', t('Redo')],
  ['mod C, X, V', t('Copy, cut and paste, into other tabs too')],
  ['mod D', t('Duplicate')],
  [t('Alt drag'), t('Drag a copy')],
  [t('Delete'), t('Delete the selection')],
  ['mod A', t('Select all')],
  [t('Shift drag'), t('Select what a box touches')],
  [t('Arrows'), t('Move the selection by 1; with Shift by 10')],
  ['Alt A, D, W, S', t('Align the selection left, right, at the top, at the bottom')],
  ['Alt H, V', t('Align the centres of the selection horizontally, vertically')],
  ['Alt Shift H, V', t('Distribute the selection horizontally, vertically')],
  [t('Alt Arrows'), t('Move a block up or down in its group')],
  ['F2', t('Rename the group')],
  [t('Shift 1'), t('Show the whole flow')],
  [t('Shift 2'), t('Show the selection')],
  ['+ − 0', t('Zoom in, out, to 100 %')],
  ['O', t('Outline')],
  ['P', t('Preview')],
  ['F8', t('Continue a paused preview to the next breakpoint or question')],
  ['F10', t('Run one step of a paused preview')],
  ['F9', t('Go to the latest notification')],
  [t('Escape'), t('Return from a form to the canvas, then clear the selection')],
  ['?', t('Show keyboard shortcuts')],
] as const

/** Functions of wheel and mouse by device, as the sheet lists them. */
export const gesturesOf = {
  automatic: [
    [t('Wheel'), t('Zoom to the pointer; with Shift move sideways')],
    [t('Two fingers'), t('Move the view')],
    [t('Pinch, mod wheel'), t('Zoom to the pointer')],
    [t('Drag the canvas'), t('Move the view')],
  ],
  mouse: [
    [t('Wheel'), t('Zoom to the pointer; with Shift move sideways')],
    [t('Drag the canvas'), t('Move the view')],
  ],
  trackpad: [
    [t('Two fingers'), t('Move the view')],
    [t('Pinch, mod wheel'), t('Zoom to the pointer')],
    [t('Drag the canvas'), t('Select what a box touches')],
  ],
} as const satisfies Record<PointingDevice, readonly (readonly [string, string])[]>

/** Functions on every device, even when a drag begins on a group. */
export const holds = [
  [t('Space drag'), t('Move the view, from anywhere')],
  [t('Middle button drag'), t('Move the view, from anywhere')],
  [t('Right button'), t('Open the menu of actions')],
] as const
