import { fairShare, type Limit } from '../limit.js'

/** Limits of replies, sessions and contacts of messaging apps. */
export const conversationLimits = {
  textReplyBytes: {
    section: 'Replies and conversations',
    value: 65_536,
    unit: 'bytes',
    about: 'Reply to a text input',
    error: 'reply_too_large',
  },
  shortReplyBytes: {
    section: 'Replies and conversations',
    value: 4_096,
    unit: 'bytes',
    about: 'Reply to an input of a short value: number, email, website, phone number, date, time, rating, payment',
    error: 'reply_too_large',
  },
  choiceReplyBytes: {
    section: 'Replies and conversations',
    value: 65_536,
    unit: 'bytes',
    about: 'Reply to buttons, picture choices, cards or a file input (the addresses, not the files)',
    error: 'reply_too_large',
  },
  prefilledBytes: {
    section: 'Replies and conversations',
    value: 131_072,
    unit: 'bytes',
    about: 'Prefilled variables of a start, all together',
    error: 'reply_too_large',
  },
  listItems: {
    section: 'Replies and conversations',
    value: 10_000,
    unit: 'count',
    about: 'Items of a list that a client sends as a prefilled variable',
    error: 'reply_too_large',
  },
  sessionBytes: {
    section: 'Replies and conversations',
    value: 20_000_000,
    unit: 'bytes',
    about: 'What one session may store: replies and answers of all its turns',
    error: 'session_limit_reached',
  },
  sessionTurns: {
    section: 'Replies and conversations',
    value: 10_000,
    unit: 'count',
    about: 'Turns of one session',
    error: 'session_limit_reached',
  },
  sessionHours: {
    section: 'Replies and conversations',
    value: 48,
    unit: 'h',
    about: 'A session ends this long after its last reply',
  },
  stateBytes: {
    section: 'Replies and conversations',
    value: 1_000_000,
    unit: 'bytes',
    about: 'State of a session, its variables above all; what does not fit is not set',
  },
  textFollowers: {
    section: 'Replies and conversations',
    value: 5,
    unit: 'count',
    about: 'Clients that follow the generated text of one session at once',
    error: 'too_many_requests',
  },
  contactsAtOnce: {
    section: 'Messaging apps',
    value: 500,
    unit: 'count',
    about: `Contacts whose messages are answered at once, the rest waits; ${fairShare}`,
  },
  mediaPauseMilliseconds: {
    section: 'Messaging apps',
    value: 3_000,
    unit: 'ms',
    about: 'After a picture or file, how long the next one may take to belong to the same reply',
  },
  resendMilliseconds: {
    section: 'Messaging apps',
    value: 1_000,
    unit: 'ms',
    about: 'Pause before a message that its provider did not take is sent again; it doubles up to a minute',
  },
  resendHours: { section: 'Messaging apps', value: 6, unit: 'h', about: 'For how long such a message is sent again' },
} as const satisfies Record<string, Limit>
