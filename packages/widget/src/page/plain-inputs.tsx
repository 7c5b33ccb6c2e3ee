import type { ComponentType, InputHTMLAttributes } from 'preact'
import type { Input } from '../conversation/wire.js'
import { countries } from '../inputs/countries.js'
import dateStyles from '../inputs/date-input.css?inline'
import { bound } from '../inputs/date-input.js'
import fileStyles from '../inputs/file-input.css?inline'
import { plainText } from '../inputs/file-input.js'
import numberStyles from '../inputs/number-input.css?inline'
import { numberSign } from '../inputs/number-text.js'
import ratingStyles from '../inputs/rating-input.css?inline'
import { RateEnds, RateFace, ratesOf } from '../inputs/rating-parts.js'
import { attributes, placeholders } from '../inputs/text-input.js'
import { acceptList } from '../inputs/uploads.js'
import { useStyles } from '../view/chat-context.js'
import { filled } from '../words/filled.js'
import { pageWords } from './page-words.js'
import { PlainCards, PlainChoice } from './plain-choices.js'
import { PlainForm, type PlainInputProps, usePlain, useTies } from './plain-form.js'

type Views = { [T in Input['type']]: ComponentType<PlainInputProps<T>> }

/** One form for each kind of input; it looks as the widget's view does, and needs no script. */
const views = {
  'text input': PlainText,
  'email input': PlainText,
  'url input': PlainText,
  'number input': PlainNumber,
  'phone number input': PlainPhone,
  'date input': PlainDate,
  'time input': PlainTime,
  'rating input': PlainRating,
  'choice input': PlainChoice,
  'picture choice input': PlainChoice,
  cards: PlainCards,
  'file input': PlainFile,
  'payment input': PlainPayment,
} satisfies Views

export function PlainInput(props: PlainInputProps) {
  const View = views[props.input.type] as ComponentType<PlainInputProps> | undefined
  return View ? <View {...props} /> : null
}

function PlainText({ input, prefilled }: PlainInputProps<'text input' | 'email input' | 'url input'>) {
  const { words, language } = usePlain()
  const ties = useTies()
  const { options, type } = input
  const extras = type === 'text input' ? (options as PlainInputProps<'text input'>['input']['options']) : undefined
  const canAttach = extras?.attachments?.isEnabled === true
  const label = options?.labels?.placeholder || words[placeholders[type]]
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
                ...attributes[type],
                // A web address may come without its scheme, which this type of field would refuse.
                ...(type === 'url input' && { type: 'text' }),
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
          {pageWords(language).attached} <input type="file" name="file" multiple />
        </label>
      )}
    </PlainForm>
  )
}

function PlainNumber({ input, prefilled }: PlainInputProps<'number input'>) {
  useStyles(numberStyles)
  const { words, language } = usePlain()
  const { labels, locale = language, style, currency, unit, min } = input.options ?? {}
  const sign = numberSign({ locale, style, currency, unit })
  return (
    <PlainForm class="field-form">
      <div class="field" part="field">
        <Line
          label={labels?.placeholder || words.typeNumber}
          value={prefilled}
          attributes={{ inputMode: Number(min) >= 0 ? 'decimal' : 'text', autocomplete: 'off' }}
        />
        {sign && <span class="sign">{sign}</span>}
        <Send label={labels?.button} />
      </div>
    </PlainForm>
  )
}

function PlainPhone({ input, prefilled }: PlainInputProps<'phone number input'>) {
  const { words, language } = usePlain()
  const { labels, defaultCountryCode } = input.options ?? {}
  return (
    <PlainForm class="field-form">
      <div class="field" part="field">
        <select class="plain-country" name="country" aria-label={words.country}>
          <option value="">{words.international}</option>
          {countries(language).map(({ code, name, calling }) => (
            <option key={code} value={code} selected={code === defaultCountryCode?.toUpperCase()}>
              {name} (+{calling})
            </option>
          ))}
        </select>
        <Line
          label={labels?.placeholder || words.typePhone}
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
  const { words } = usePlain()
  const { 'aria-describedby': describedBy, 'aria-invalid': invalid, autofocus } = useTies()
  const { hasTime, isRange, labels, min, max } = input.options ?? {}
  const field = (name: string, label: string) => (
    <label class="date">
      <span class={isRange ? 'date-label' : 'sr'}>{label}</span>
      <input
        type={hasTime ? 'datetime-local' : 'date'}
        name={name}
        required
        min={bound(min, hasTime)}
        max={bound(max, hasTime)}
        aria-describedby={describedBy}
        aria-invalid={invalid}
        autofocus={name === 'answer' ? autofocus : undefined}
      />
    </label>
  )
  return (
    <PlainForm class="field-form">
      <div class="field dates" part="field">
        {field('answer', isRange ? labels?.from || words.from : words.date)}
        {isRange && field('end', labels?.to || words.until)}
        <Send label={labels?.button} />
      </div>
    </PlainForm>
  )
}

function PlainTime({ input, prefilled }: PlainInputProps<'time input'>) {
  const { words } = usePlain()
  return (
    <PlainForm class="field-form">
      <div class="field" part="field">
        <Line label={words.time} value={/^\d\d:\d\d$/.test(prefilled) ? prefilled : ''} attributes={{ type: 'time' }} />
        <Send label={input.options?.labels?.button} />
      </div>
    </PlainForm>
  )
}

function PlainRating({ input, prefilled }: PlainInputProps<'rating input'>) {
  useStyles(ratingStyles)
  const { words, questionId } = usePlain()
  const { autofocus, 'aria-describedby': describedBy } = useTies()
  const { isIcons, values, most } = ratesOf(input)
  return (
    <PlainForm class="rating">
      <div class="scale">
        <div
          class={`rates ${isIcons ? 'icons' : ''}`}
          role="radiogroup"
          aria-labelledby={questionId}
          aria-describedby={describedBy}
        >
          {values.map((value, index) => (
            <label key={value} class="rate">
              <input
                type="radio"
                name="answer"
                value={value}
                required
                defaultChecked={String(value) === prefilled}
                autofocus={index === 0 ? autofocus : undefined}
                aria-label={filled(words.rate, { value, most })}
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
  const { words } = usePlain()
  const ties = useTies()
  const { isRequired = true, isMultipleAllowed = false, labels, allowedFileTypes, capture } = input.options ?? {}
  const types = allowedFileTypes?.isEnabled ? (allowedFileTypes.types ?? []) : []
  return (
    <PlainForm class="file-form" hasFiles>
      <label class="drop plain-drop" part="field">
        <strong>{plainText(labels?.placeholder) || (isMultipleAllowed ? words.pickFiles : words.pickFile)}</strong>
        <input
          type="file"
          name="file"
          required
          multiple={isMultipleAllowed}
          accept={types.length > 0 ? acceptList(types) : undefined}
          {...(capture && { capture })}
          {...ties}
        />
      </label>
      <div class="actions">
        {!isRequired && (
          <button class="button quiet" type="submit" name="skip" value="yes" formnovalidate>
            {labels?.skip || words.skip}
          </button>
        )}
        <Send label={labels?.button || words.upload} />
      </div>
    </PlainForm>
  )
}

/** Card numbers are only ever typed into the provider's own form, which is drawn by its script. */
function PlainPayment() {
  const { language } = usePlain()
  return (
    <p class="note" role="alert">
      {pageWords(language).needsScript}
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
  const { words } = usePlain()
  return (
    <button class="button" part="button" type="submit">
      {label || words.send}
    </button>
  )
}
