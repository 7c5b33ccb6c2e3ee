// One file for the parts that nearly every visit loads right after the chat is shown. The first screen does not wait for it.

export { StreamText } from '../messages/stream-text.js'
export { fillAnswer, focusField, prepareAnswer, submitAnswer } from '../view/answer-focus.js'
export { Ending } from '../view/ending.js'
export { NoticeView } from '../view/notice-view.js'
export { stylePage } from '../view/style-page.js'
export { Unseen } from './unseen.js'
