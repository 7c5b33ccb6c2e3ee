/** Selects a widget by id; all widgets of the page by default. */
export interface CommandTarget {
  id?: string
}

export type Kind = 'Standard' | 'Popup' | 'Bubble'

export interface WidgetElement extends HTMLElement {
  options: object
}

type Command =
  | 'open'
  | 'close'
  | 'toggle'
  | 'showPreviewMessage'
  | 'hidePreviewMessage'
  | 'submitInput'
  | 'reset'
  | 'setPrefilledVariables'
  | 'setInputValue'
  | 'sendCommand'

/** The module that an instance serves at `/widget.js`. */
type Widget = Record<`init${Kind}`, (options: object) => WidgetElement> & Record<Command, (...args: unknown[]) => void>

const widgets = new Map<string, Promise<Widget>>()

/** Loads the widget of an instance once; tries again if it failed to load. */
export function loadWidget(apiHost: string): Promise<Widget> {
  const host = apiHost.replace(/\/$/, '')
  const loading =
    widgets.get(host) ??
    (import(
      /* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ `${host}/widget.js`
    ) as Promise<Widget>)
  widgets.set(host, loading)
  loading.catch(() => widgets.delete(host))
  return loading
}

/** Runs a command on the widgets of each loaded instance; all of them share the same elements. */
const run = (command: Command, ...args: unknown[]): void => {
  const [widget] = widgets.values()
  widget?.then((loaded) => loaded[command](...args)).catch(() => {})
}

type Tell = (target?: CommandTarget) => void

export const open: Tell = (target) => run('open', target)
export const close: Tell = (target) => run('close', target)
export const toggle: Tell = (target) => run('toggle', target)
export const showPreviewMessage: Tell = (target) => run('showPreviewMessage', target)
export const hidePreviewMessage: Tell = (target) => run('hidePreviewMessage', target)
export const submitInput: Tell = (target) => run('submitInput', target)
/** Forgets the conversation and starts a new one. */
export const reset: Tell = (target) => run('reset', target)
/** For the next start: a chat that has already started keeps its values. */
export const setPrefilledVariables = (variables: Record<string, unknown>, target?: CommandTarget): void =>
  run('setPrefilledVariables', variables, target)
export const setInputValue = (value: string, target?: CommandTarget): void => run('setInputValue', value, target)
export const sendCommand = (command: string, target?: CommandTarget): void => run('sendCommand', command, target)
