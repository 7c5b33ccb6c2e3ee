import type { PointingDevice } from './pointing-device.js'

/** Keys of the canvas, as the sheet of keys lists them. `mod` is Control, or Command on a Mac. */
export const shortcuts = [
  ['mod K', 'Go to anything, do anything'],
  ['mod F', 'Search in the flow'],
  ['/', 'Add a block behind what is chosen'],
  ['G', 'Add a block in a new group, and connect to it'],
  ['E', 'Connect the selection to…'],
  ['C', 'Comment on what is chosen'],
  ['N', 'Write a note'],
  ['M', 'Mute a block, or unmute it'],
  ['B', 'Set a breakpoint before a block, or remove it'],
  ['X', 'Collapse a group, or expand it'],
  ['mod Z', 'Undo'],
  ['mod Shift Z', 'Redo'],
  ['mod C, X, V', 'Copy, cut and paste, into other tabs too'],
  ['mod D', 'Duplicate'],
  ['Alt drag', 'Drag a copy'],
  ['Delete', 'Delete the selection'],
  ['mod A', 'Choose everything'],
  ['Shift drag', 'Choose what a box touches'],
  ['Arrows', 'Move what is chosen by 1; with Shift by 10'],
  ['Alt Arrows', 'Move a block up or down in its group'],
  ['F2', 'Rename the group'],
  ['Shift 1', 'Show the whole flow'],
  ['Shift 2', 'Show what is chosen'],
  ['+ − 0', 'Zoom in, out, to 100 %'],
  ['O', 'Outline'],
  ['P', 'Preview'],
  ['F8', 'A stopped preview goes on to the next breakpoint or question'],
  ['F10', 'A stopped preview takes one step'],
  ['Escape', 'From a form back to the canvas; then choose nothing'],
  ['?', 'This sheet'],
] as const

/** What wheel and pointer do, as the sheet lists it for each device. */
export const gesturesOf = {
  automatic: [
    ['Wheel', 'Zoom to the pointer; with Shift move sideways'],
    ['Two fingers', 'Move the view'],
    ['Pinch, mod wheel', 'Zoom to the pointer'],
    ['Drag the canvas', 'Move the view'],
  ],
  mouse: [
    ['Wheel', 'Zoom to the pointer; with Shift move sideways'],
    ['Drag the canvas', 'Move the view'],
  ],
  trackpad: [
    ['Two fingers', 'Move the view'],
    ['Pinch, mod wheel', 'Zoom to the pointer'],
    ['Drag the canvas', 'Choose what a box touches'],
  ],
} as const satisfies Record<PointingDevice, readonly (readonly [string, string])[]>

/** What any device does, also where a drag begins on a group. */
export const holds = [
  ['Space drag', 'Move the view, from anywhere'],
  ['Middle button drag', 'Move the view, from anywhere'],
  ['Right button', 'What can be done with what is there'],
] as const
