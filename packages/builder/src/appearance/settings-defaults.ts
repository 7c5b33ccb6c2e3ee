import type { Defaults } from '@colloquy/flow/blocks'

/** Default settings by section, for bots that set nothing. The texts are placeholders: the chat shows them in its own language. */
export const settingsDefaults: Readonly<Record<string, Defaults>> = {
  general: {
    isBrandingEnabled: false,
    isInputPrefillEnabled: false,
    isHideQueryParamsEnabled: true,
    isNewResultOnRefreshEnabled: true,
    rememberUser: { isEnabled: false, storage: 'session' },
    systemMessages: {
      invalidMessage: "Sorry, that doesn't look right. Please try again.",
      botClosed: 'This bot is now closed',
      networkErrorTitle: 'No connection',
      networkErrorMessage: 'Your reply is kept and goes out as soon as the connection is back.',
      popupBlockedTitle: 'A page wants to open',
      popupBlockedDescription: 'Your browser has held it back.',
      popupBlockedButtonLabel: 'Open the page',
      fileUploadError: 'The upload did not work. Please try again.',
      fileUploadSizeError: '[[file]] is larger than [[limit]] MB.',
      messagingPictureChoiceSelectLabel: 'Select',
    },
  },
  typingEmulation: { enabled: true, speed: 400, maxDelay: 3, delayBetweenBubbles: 0, isDisabledOnFirstMessage: true },
  privacy: { isVisitRecorded: true },
  metadata: { allowIndexing: false },
  messaging: { webhookForwardingEventTypes: ['errorStatuses', 'marketingStatuses'] },
}
