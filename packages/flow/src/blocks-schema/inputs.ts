import * as z from 'zod'
import { displayConditionSchema } from '../condition.js'
import { numOrVar } from '../num-or-var.js'
import { blockShape, optionalFlag, optionalText } from './block-shape.js'

/** Units that a number input may show. */
export const numberUnits = [
  'acre',
  'bit',
  'byte',
  'celsius',
  'centimeter',
  'day',
  'degree',
  'fahrenheit',
  'fluid-ounce',
  'foot',
  'gallon',
  'gigabit',
  'gigabyte',
  'gram',
  'hectare',
  'hour',
  'inch',
  'kilobit',
  'kilobyte',
  'kilogram',
  'kilometer',
  'liter',
  'megabit',
  'megabyte',
  'meter',
  'microsecond',
  'mile',
  'mile-scandinavian',
  'milliliter',
  'millimeter',
  'millisecond',
  'minute',
  'month',
  'nanosecond',
  'ounce',
  'percent',
  'petabyte',
  'pound',
  'second',
  'stone',
  'terabit',
  'terabyte',
  'week',
  'yard',
  'year',
] as const

const visibility = z.enum(['Auto', 'Public', 'Private']).optional()
const recording = z.object({ isEnabled: optionalFlag, saveVariableId: optionalText, visibility }).optional()
const placeholderAndButton = z.object({ placeholder: optionalText, button: optionalText }).optional()
const retried = {
  variableId: optionalText,
  labels: placeholderAndButton,
  retryMessageContent: optionalText,
}
const item = { id: z.string(), outgoingEdgeId: optionalText, displayCondition: displayConditionSchema.optional() }
const nullableText = z.string().nullish()

/** Schemas of the blocks that wait for an answer. */
export const inputSchemas = {
  'text input': blockShape('text input', {
    options: z
      .object({
        variableId: optionalText,
        labels: placeholderAndButton,
        isLong: optionalFlag,
        inputMode: z.enum(['text', 'decimal', 'numeric', 'tel', 'search', 'email', 'url']).optional(),
        audioClip: recording,
        attachments: recording,
      })
      .optional(),
  }),
  'number input': blockShape('number input', {
    options: z
      .object({
        variableId: optionalText,
        labels: placeholderAndButton,
        min: numOrVar,
        max: numOrVar,
        step: numOrVar,
        locale: z
          .string()
          .regex(/^[a-z]{2}(?:-[A-Z]{2})?$/, 'Write the locale as two letters, or as in "en-US".')
          .optional(),
        style: z.enum(['decimal', 'currency', 'percent', 'unit']).optional(),
        currency: optionalText,
        unit: z.enum(numberUnits).optional(),
      })
      .optional(),
  }),
  'email input': blockShape('email input', { options: z.object(retried).optional() }),
  'url input': blockShape('url input', { options: z.object(retried).optional() }),
  'phone number input': blockShape('phone number input', {
    options: z.object({ ...retried, defaultCountryCode: optionalText }).optional(),
  }),
  'date input': blockShape('date input', {
    options: z
      .object({
        variableId: optionalText,
        labels: z
          .object({ button: optionalText, from: optionalText, to: optionalText, separator: optionalText })
          .optional(),
        hasTime: optionalFlag,
        isRange: optionalFlag,
        format: optionalText,
        min: optionalText,
        max: optionalText,
      })
      .optional(),
  }),
  'time input': blockShape('time input', {
    options: z
      .object({
        variableId: optionalText,
        labels: z.object({ button: optionalText }).optional(),
        format: optionalText,
      })
      .optional(),
  }),
  'payment input': blockShape('payment input', {
    options: z
      .object({
        variableId: optionalText,
        provider: z.enum(['Stripe']).optional(),
        labels: z.object({ button: optionalText, success: optionalText }).optional(),
        additionalInformation: z
          .object({
            description: optionalText,
            name: optionalText,
            email: optionalText,
            phoneNumber: optionalText,
            address: z
              .object({
                country: optionalText,
                line1: optionalText,
                line2: optionalText,
                state: optionalText,
                city: optionalText,
                postalCode: optionalText,
              })
              .optional(),
          })
          .optional(),
        credentialsId: optionalText,
        currency: optionalText,
        amount: optionalText,
        retryMessageContent: optionalText,
      })
      .optional(),
  }),
  'rating input': blockShape('rating input', {
    options: z
      .object({
        variableId: optionalText,
        buttonType: z.enum(['Icons', 'Numbers']).optional(),
        length: z.number().optional(),
        startsAt: numOrVar,
        labels: z.object({ left: optionalText, right: optionalText, button: optionalText }).optional(),
        customIcon: z.object({ isEnabled: optionalFlag, svg: optionalText }).optional(),
        isOneClickSubmitEnabled: optionalFlag,
      })
      .optional(),
  }),
  'file input': blockShape('file input', {
    options: z
      .object({
        variableId: optionalText,
        isRequired: optionalFlag,
        isMultipleAllowed: optionalFlag,
        labels: z
          .object({
            placeholder: optionalText,
            button: optionalText,
            clear: optionalText,
            skip: optionalText,
            success: z.object({ single: optionalText, multiple: optionalText }).optional(),
          })
          .optional(),
        allowedFileTypes: z.object({ isEnabled: optionalFlag, types: z.array(z.string()).optional() }).optional(),
        capture: z.enum(['environment', 'user']).optional(),
        visibility,
      })
      .optional(),
  }),
  'choice input': blockShape('choice input', {
    options: z
      .object({
        variableId: optionalText,
        isMultipleChoice: optionalFlag,
        buttonLabel: optionalText,
        dynamicVariableId: optionalText,
        isSearchable: optionalFlag,
        searchInputPlaceholder: optionalText,
        areInitialSearchButtonsVisible: optionalFlag,
      })
      .optional(),
    items: z.array(z.object({ ...item, content: optionalText, value: optionalText })),
  }),
  'picture choice input': blockShape('picture choice input', {
    options: z
      .object({
        variableId: optionalText,
        isMultipleChoice: optionalFlag,
        isSearchable: optionalFlag,
        buttonLabel: optionalText,
        searchInputPlaceholder: optionalText,
        dynamicItems: z
          .object({
            isEnabled: optionalFlag,
            titlesVariableId: optionalText,
            descriptionsVariableId: optionalText,
            pictureSrcsVariableId: optionalText,
          })
          .optional(),
      })
      .optional(),
    items: z.array(
      z.object({
        ...item,
        pictureSrc: optionalText,
        title: optionalText,
        description: optionalText,
        value: optionalText,
      }),
    ),
  }),
  cards: blockShape('cards', {
    options: z
      .object({
        variableId: optionalText,
        saveResponseMapping: z
          .array(
            z.object({
              field: z.enum(['Image URL', 'Title', 'Description', 'Button', 'Internal Value']).optional(),
              variableId: optionalText,
            }),
          )
          .optional(),
      })
      .optional(),
    items: z.array(
      z.object({
        id: z.string(),
        outgoingEdgeId: optionalText,
        imageUrl: nullableText,
        title: nullableText,
        description: nullableText,
        options: z
          .object({ displayCondition: displayConditionSchema.optional(), internalValue: nullableText })
          .optional(),
        paths: z.array(z.object({ id: z.string(), text: optionalText, outgoingEdgeId: optionalText })).optional(),
      }),
    ),
  }),
}
