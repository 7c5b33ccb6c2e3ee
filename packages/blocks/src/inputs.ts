import type { BlockRuntime } from '@colloquy/engine'
import { cards } from './cards/runtime.js'
import { choiceInput } from './choice-input/runtime.js'
import { dateInput } from './date-input/runtime.js'
import { emailInput } from './email-input/runtime.js'
import { fileInput } from './file-input/runtime.js'
import { numberInput } from './number-input/runtime.js'
import { paymentInput } from './payment-input/runtime.js'
import { phoneNumberInput } from './phone-number-input/runtime.js'
import { pictureChoiceInput } from './picture-choice-input/runtime.js'
import { ratingInput } from './rating-input/runtime.js'
import { textInput } from './text-input/runtime.js'
import { timeInput } from './time-input/runtime.js'
import { urlInput } from './url-input/runtime.js'

/** Every block that asks the visitor for something. */
export const inputRuntimes = [
  textInput,
  numberInput,
  emailInput,
  urlInput,
  dateInput,
  timeInput,
  phoneNumberInput,
  paymentInput,
  ratingInput,
  fileInput,
  choiceInput,
  pictureChoiceInput,
  cards,
] as unknown as BlockRuntime[]
