import type { Prompt } from '@colloquy/flow'
import { acceptAttribute, listedTypes } from '@colloquy/flow/file-types'
import { signsOf } from '@colloquy/flow/readers'
import type { ComponentType, InputHTMLAttributes } from 'preact'
import { promptOf, type TypeOf } from '../conversation/prompt-of.js'
import type { Input } from '../conversation/wire.js'
import { countries } from '../inputs/countries.js'
import dateStyles from '../inputs/date-input.css?inline'
import { bound } from '../inputs/date-input.js'
import fileStyles from '../inputs/file-input.css?inline'
import { plainText } from '../inputs/file-input.js'
import numberStyles from '../inputs/number-input.css?inline'
import { typedNumber } from '../inputs/number-text.js'
import ratingStyles from '../inputs/rating-input.css?inline'
import { RateEnds, RateFace, ratesOf, scaleClass } from '../inputs/rating-parts.js'
import { attributes, placeholders } from '../inputs/text-input.js'
import { filled } from '../texts/filled.js'
import { useStyles } from '../view/chat-context.js'
import {
  type Reader,
  readCards,
  readChoices,
  readDate,
  readFiles,
  readNothing,
  readNumber,
  readPhone,
  readPicked,
  readPictures,
  readText,
} from './form-readers.js'
import { pageTexts } from './page-texts.js'
import { PlainCards, PlainChoice } from './plain-choices.js'
import { PlainForm, type PlainInputProps, usePlain, useTies } from './plain-form.js'
import { type ShownReply, shownDates, shownFiles, shownTimes } from './shown-reply.js'

/** The form in which a page without scripts asks for an input, and the reader of what it sends. */
interface PlainInputOf<T extends Input['type']> {
  /** A form that looks like the widget's view. */
  View: ComponentType<PlainInputProps<T>>
  read: Reader<T>
  /** Formats a reply for the transcript; without it, the reply is shown as it was sent or as the service formats it. */
  shown?: ShownReply
  /** It cannot be answered without scripts: browsers that run them wait for the widget's view. */
  needsScript?: true
}

/** One for each prompt. */
export const plainInputs: { readonly [P in Prompt]: PlainInputOf<TypeOf<P>> } = {
  text: { View: PlainText, read: readText },
  email: { View: PlainText, read: readText },
  url: { View: PlainText, read: readText },
  number: { View: PlainNumber, read: readNumber },
  phone: { View: PlainPhone, read: readPhone },
  date: { View: PlainDate, read: readDate, shown: shownDates },
  time: { View: PlainTime, read: readPicked, shown: shownTimes },
  scale: { View: PlainRating, read: readPicked },
  choice: { View: PlainChoice, read: readChoices },
  pictures: { View: PlainChoice, read: readPictures },
  cards: { View: PlainCards, read: readCards },
  file: { View: PlainFile, read: readFiles, shown: shownFiles },
  payment: { View: PlainPayment, read: readNothing, needsScript: true },
}

export function PlainInput(props: PlainInputProps) {
  const { View } = plainInputs[promptOf(props.input)] as PlainInputOf<Input['type']>
  return <View {...props} />
}

function PlainText({ input, prefilled }: PlainInputProps<'text input' | 'email input' | 'url input'>) {
  const { texts, language } = usePlain()
  const ties = useTies()
  const { options } = input
  const prompt = promptOf(input)
  const extras = options as PlainInputProps<'text input'>['input']['options']
  const canAttach = extras?.attachments?.isEnabled === true
  const label = options?.labels?.placeholder || texts[placeholders[prompt] ?? 'typeAnswer']
  const isRequired = !canAttach
  return (
    <PlainForm class="field-form" hasFiles={canAttach}>
      <div class={`field ${extras?.isLong ? 'long' : ''}`} part="field">
        {extras?.isLong ? (
          <textarea
            name="answer"
            rows={3}
            dir="auto"
            aria-label={label}
            placeholder={label}
            required={isRequired}
            {...ties}
          >
            {prefilled}
          </textarea>
        ) : (
          <Line
            label={label}
            value={prefilled}
            attributes={
              {
                ...attributes[prompt],
                // A web address may come without its scheme, which this type of field would reject.
                ...(prompt === 'url' && { type: 'text' }),
                ...(extras?.inputMode && { inputMode: extras.inputMode }),
                required: isRequired,
              } as InputHTMLAttributes
            }
          />
        )}
        <Send label={options?.labels?.button} />
      </div>
      {canAttach && (
        <label class="attach">
          {pageTexts(language).attached} <input type="file" name="file" multiple />
        </label>
      )}
    </PlainForm>
  )
}

function PlainNumber({ input, prefilled }: PlainInputProps<'number input'>) {
  useStyles(numberStyles)
  const { texts, language } = usePlain()
  const { labels, locale = language, style, currency, unit, min } = input.options ?? {}
  const [sign] = signsOf({ locale, style, currency, unit })
  return (
    <PlainForm class="field-form">
      <div class="field" part="field">
        <Line
          label={labels?.placeholder || texts.typeNumber}
          value={typedNumber(prefilled, locale)}
          attributes={{ inputMode: Number(min) >= 0 ? 'decimal' : 'text', autocomplete: 'off' }}
        />
        {sign && <span class="sign">{sign}</span>}
        <Send label={labels?.button} />
      </div>
    </PlainForm>
  )
}

function PlainPhone({ input, prefilled }: PlainInputProps<'phone number input'>) {
  const { texts, language } = usePlain()
  const { labels, defaultCountryCode } = input.options ?? {}
  return (
    <PlainForm class="field-form">
      <div class="field" part="field">
        <select class="plain-country" name="country" aria-label={texts.country}>
          <option value="">{texts.international}</option>
          {countries(language).map(({ code, name, calling }) => (
            <option key={code} value={code} selected={code === defaultCountryCode?.toUpperCase()}>
              {name} (+{calling})
            </option>
          ))}
        </select>
        <Line
          label={labels?.placeholder || texts.typePhone}
          value={prefilled}
          attributes={{ type: 'tel', inputMode: 'tel', autocomplete: 'tel', dir: 'ltr' }}
        />
        <Send label={labels?.button} />
      </div>
    </PlainForm>
  )
}

function PlainDate({ input }: PlainInputProps<'date input'>) {
  useStyles(dateStyles)
  const { texts } = usePlain()
  const { hasTime, isRange, labels, min, max } = input.options ?? {}
  const { autofocus, ...ties } = useTies({ hasName: isRange === true })
  const field = (name: string, label: string) => (
    <label class="date">
      <span class={isRange ? 'date-label' : 'sr'}>{label}</span>
      <input
        type={hasTime ? 'datetime-local' : 'date'}
        name={name}
        required
        min={bound(min, hasTime)}
        max={bound(max, hasTime)}
        {...ties}
        autofocus={name === 'answer' ? autofocus : undefined}
      />
    </label>
  )
  return (
    <PlainForm class="field-form">
      <div class="field dates" part="field">
        {field('answer', isRange ? labels?.from || texts.from : texts.date)}
        {isRange && field('end', labels?.to || texts.until)}
        <Send label={labels?.button} />
      </div>
    </PlainForm>
  )
}

function PlainTime({ input, prefilled }: PlainInputProps<'time input'>) {
  const { texts } = usePlain()
  return (
    <PlainForm class="field-form">
      <div class="field" part="field">
        <Line label={texts.time} value={/^\d\d:\d\d$/.test(prefilled) ? prefilled : ''} attributes={{ type: 'time' }} />
        <Send label={input.options?.labels?.button} />
      </div>
    </PlainForm>
  )
}

function PlainRating({ input, prefilled }: PlainInputProps<'rating input'>) {
  useStyles(ratingStyles)
  const { texts, questionId } = usePlain()
  const { autofocus, 'aria-describedby': describedBy } = useTies()
  const { values, max } = ratesOf(input)
  return (
    <PlainForm class="rating">
      <div class="scale">
        <div class={scaleClass(input)} role="radiogroup" aria-labelledby={questionId} aria-describedby={describedBy}>
          {values.map((value, index) => (
            <label key={value} class="rate">
              <input
                type="radio"
                name="answer"
                value={value}
                required
                defaultChecked={String(value) === prefilled}
                autofocus={index === 0 ? autofocus : undefined}
                aria-label={filled(texts.rate, { value, max })}
              />
              <RateFace input={input} value={value} />
            </label>
          ))}
        </div>
        <RateEnds input={input} />
      </div>
      <Send label={input.options?.labels?.button} />
    </PlainForm>
  )
}

function PlainFile({ input }: PlainInputProps<'file input'>) {
  useStyles(fileStyles)
  const { texts } = usePlain()
  const ties = useTies({ hasName: true })
  const { isRequired = true, isMultipleAllowed = false, labels, allowedFileTypes, capture } = input.options ?? {}
  const types = listedTypes(allowedFileTypes)
  return (
    <PlainForm class="file-form" hasFiles>
      <label class="drop plain-drop" part="field">
        <strong>{plainText(labels?.placeholder) || (isMultipleAllowed ? texts.pickFiles : texts.pickFile)}</strong>
        <input
          type="file"
          name="file"
          required
          multiple={isMultipleAllowed}
          accept={types && acceptAttribute(types)}
          {...(capture && { capture })}
          {...ties}
        />
      </label>
      <div class="actions">
        {!isRequired && (
          <button class="button quiet" type="submit" name="skip" value="yes" formnovalidate>
            {labels?.skip || texts.skip}
          </button>
        )}
        <Send label={labels?.button || texts.upload} />
      </div>
    </PlainForm>
  )
}

/** Card numbers are only ever typed into the provider's own form, which its script renders. */
function PlainPayment() {
  const { language } = usePlain()
  return (
    <p class="note" role="alert">
      {pageTexts(language).needsScript}
    </p>
  )
}

interface LineProps {
  label: string
  value: string
  attributes?: InputHTMLAttributes
}

function Line({ label, value, attributes: more }: LineProps) {
  const ties = useTies()
  return (
    <input
      type="text"
      name="answer"
      dir="auto"
      enterkeyhint="send"
      aria-label={label}
      placeholder={label}
      required
      value={value}
      {...ties}
      {...more}
    />
  )
}

function Send({ label }: { label: string | undefined }) {
  const { texts } = usePlain()
  return (
    <button class="button" part="button" type="submit">
      {label || texts.send}
    </button>
  )
}
