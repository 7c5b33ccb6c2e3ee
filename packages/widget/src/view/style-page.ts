import type { BotAppearance, Theme } from '../conversation/wire.js'
import type { ChatOptions } from './chat-options.js'
import { loadFont } from './load-font.js'

/** Applies the parts of a look outside of the chat: fonts of the page, and the query of an address that belongs to the chat. */
export function stylePage(
  { settings }: BotAppearance,
  font: NonNullable<Theme['general']>['font'],
  { host, ownsPage }: ChatOptions,
): Promise<void> {
  if (ownsPage && settings.general?.isHideQueryParamsEnabled !== false && location.search)
    history.replaceState(history.state, '', location.pathname + location.hash)
  return loadFont(font, host)
}
