// Readers of texts by visitors and authors, shared by the widget, the service, messaging apps and pages without scripts. Nothing here
// imports a package, so that the widget can load it with an input.
export { asciiDigits, trimAddress, withoutUnseen } from './characters.js'
export { datePattern, isDayFirst } from './date-pattern.js'
export { type NumberFormat, partOfNumber, signsOf } from './number-format.js'
export { leadingNumber, type NumberContext, readNumber } from './read-number.js'
export { scaleOf } from './scale.js'
