import { live, type WidgetElement } from './widget-element.js'

/** Selects a widget by id; all widgets of the page by default. */
export interface CommandTarget {
  id?: string
}

const each = (target: CommandTarget | undefined, run: (widget: WidgetElement) => void) => {
  for (const widget of [...live])
    if (!target?.id || widget.id === target.id || widget.options.id === target.id) run(widget)
}

type Telling = 'open' | 'close' | 'toggle' | 'showPreviewMessage' | 'hidePreviewMessage' | 'reload' | 'remove'
const onEach = (name: Telling) => (target?: CommandTarget) => each(target, (widget) => widget[name]())

type Asking = 'setPrefilledVariables' | 'setInputValue' | 'command'
const ask =
  <Value>(name: Asking) =>
  (value: Value, target?: CommandTarget) =>
    each(target, (widget) => void widget.chat?.then((chat) => chat[name](value as never)))

type Bidding = 'submitInput' | 'restart'
const bid = (name: Bidding) => (target?: CommandTarget) =>
  each(target, (widget) => void widget.chat?.then((chat) => chat[name]()))

const prefill = ask<Record<string, unknown>>('setPrefilledVariables')

/** Commands from a page to its widgets. */
export const commands = {
  open: onEach('open'),
  close: onEach('close'),
  toggle: onEach('toggle'),
  showPreviewMessage: onEach('showPreviewMessage'),
  hidePreviewMessage: onEach('hidePreviewMessage'),
  /** For the next start: a chat that has already started keeps its values. */
  setPrefilledVariables(variables: Record<string, unknown>, target?: CommandTarget) {
    each(target, (widget) => Object.assign(widget.variables, variables))
    prefill(variables, target)
  },
  setInputValue: ask<string>('setInputValue'),
  submitInput: bid('submitInput'),
  sendCommand: ask<string>('command'),
  reload: onEach('reload'),
  /** Forgets the conversation and starts again. */
  reset: bid('restart'),
  unmount: onEach('remove'),
}

/**
 * Accepts commands that scripts of this same page post to it: `{ colloquy: { command: 'open', id } }`. Messages from other pages are
 * ignored.
 */
export function subscribeToCommands(): void {
  window.addEventListener('message', ({ source, origin, data }) => {
    if (source !== window || origin !== location.origin) return
    const { command, id, value } = data?.colloquy ?? {}
    if (!Object.hasOwn(commands, command)) return
    const run = commands[command as keyof typeof commands] as (...args: unknown[]) => void
    if (value === undefined) run({ id })
    else run(value, { id })
  })
}
