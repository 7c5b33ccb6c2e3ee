import { type Chat, mountChat } from '../chat/mount-chat.js'
import type { WidgetOptions } from './widget-options.js'

/** The element that contains a chat. */
export interface MountOwner extends EventTarget {
  readonly root: ShadowRoot
  readonly options: Partial<WidgetOptions>
  readonly variables: Record<string, unknown>
}

/** Mounts the chat of a widget, with the options of the page. */
export function mountWidget(widget: MountOwner, container: HTMLElement, ownHost: string): Promise<Chat> {
  const { options, variables } = widget
  const dispatch = (name: string) => (detail?: unknown) => {
    const listen = widget.options[`on${name}` as keyof WidgetOptions] as ((detail: unknown) => void) | undefined
    listen?.(detail)
    widget.dispatchEvent(new CustomEvent(name.toLowerCase(), { detail }))
  }
  return mountChat(widget.root, container, {
    ...options,
    bot: options.bot ?? '',
    host: (options.apiHost ?? ownHost).replace(/\/$/, ''),
    prefilledVariables: { ...options.prefilledVariables, ...variables },
    events: {
      init: dispatch('Init'),
      input: dispatch('NewInputBlock'),
      answer: dispatch('Answer'),
      end: dispatch('End'),
      logs: dispatch('NewLogs'),
      persisted: dispatch('ChatStatePersisted'),
      scriptDone: dispatch('ScriptExecutionSuccess'),
    },
  })
}
