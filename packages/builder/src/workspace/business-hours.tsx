import {
  type BusinessHours,
  type Holiday,
  maxHolidayName,
  maxHolidays,
  maxRanges,
  type OpenRange,
  type Weekday,
  weekdays,
} from '@colloquy/flow/business-hours'
import { useQueryClient } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { DisabledFields } from '../design/disabled-fields.js'
import { ErrorNotice } from '../design/error-notice.js'
import { Input, Switch } from '../design/field.js'
import { Select } from '../design/select.js'
import { ownZone, zoneChoices } from '../design/time-zones.js'
import { showToast } from '../design/toasts.js'
import { useAttempt } from '../design/use-attempt.js'
import { locale, t } from '../i18n/i18n.js'
import { type Answer, api } from '../service/api.js'
import './business-hours.css'

type Settings = Answer<'getInboxSettings'>

export const inboxSettingsKey = (workspaceId: string) => ['inbox-settings', workspaceId]

interface BusinessHoursCardProps {
  workspaceId: string
  settings: Settings
  isAdmin: boolean
}

/** When people answer in the inbox. Nothing is stored before it is saved. */
export function BusinessHoursCard({ workspaceId, settings, isAdmin }: BusinessHoursCardProps) {
  const queries = useQueryClient()
  const [hours, setHours] = useState<BusinessHours | null>(settings.businessHours)
  const { attempt, isBusy, error } = useAttempt()
  const isChanged = JSON.stringify(hours) !== JSON.stringify(settings.businessHours)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      const saved = await api.updateInboxSettings({ workspaceId, businessHours: hours && withoutEmpty(hours) })
      queries.setQueryData(inboxSettingsKey(workspaceId), saved)
      setHours(saved.businessHours)
      showToast(t('Business hours saved.'))
    })
  }
  return (
    <form className="card" onSubmit={submit}>
      <div>
        <h2>{t('Business hours')}</h2>
        <p className="soft">
          {t('Blocks that ask for a person have an exit for other times, which can say when you are back.')}
        </p>
      </div>
      <DisabledFields when={!isAdmin || isBusy}>
        <div className="stack">
          <Switch
            label={t('People answer only at certain times')}
            isOn={hours !== null}
            onChange={(isOn) => setHours(isOn ? (settings.businessHours ?? usualHours()) : null)}
          />
          {hours && (
            <>
              <HoursFields hours={hours} onChange={setHours} />
              {settings.businessHours && !isChanged && <p className="soft">{stateOf(settings, hours.timeZone)}</p>}
            </>
          )}
        </div>
      </DisabledFields>
      <ErrorNotice error={error} />
      {isAdmin && (
        <div className="card-foot">
          <button type="submit" className="button primary" disabled={isBusy || !isChanged}>
            {t('Save')}
          </button>
        </div>
      )}
    </form>
  )
}

/** A time zone, the hours of each day of the week, and holidays. */
export function HoursFields({ hours, onChange }: { hours: BusinessHours; onChange(hours: BusinessHours): void }) {
  const change = (part: Partial<BusinessHours>) => onChange({ ...hours, ...part })
  return (
    <>
      <Select
        label={t('Time zone')}
        value={hours.timeZone}
        choices={zoneChoices(hours.timeZone)}
        onChange={(timeZone) => change({ timeZone })}
      />
      <Week ranges={hours.ranges} onChange={(ranges) => change({ ranges })} />
      <Holidays holidays={hours.holidays} onChange={(holidays) => change({ holidays })} />
    </>
  )
}

/** Hours as the service takes them. */
export const withoutEmpty = (hours: BusinessHours) => ({
  ...hours,
  ranges: [...hours.ranges],
  holidays: hours.holidays.map(({ date, until, name }) => ({
    date,
    ...(until && { until }),
    ...(name?.trim() && { name: name.trim() }),
  })),
})

function stateOf({ isOpen, opensAt }: Settings, timeZone: string): string {
  if (isOpen) return t('People are there now.')
  if (opensAt === null) return t('People are never there.')
  const time = new Date(opensAt).toLocaleString(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  })
  return t('Nobody is there now. Back: {time}', { time })
}

function Week({ ranges, onChange }: { ranges: readonly OpenRange[]; onChange(ranges: OpenRange[]): void }) {
  const put = (range: OpenRange, part: Partial<OpenRange>) =>
    onChange(ranges.map((it) => (it === range ? { ...it, ...part } : it)))
  return (
    <fieldset className="part">
      <legend>{t('Week')}</legend>
      <p className="faint">{t('A time that ends before it begins goes on to the next day.')}</p>
      {weekdays.map((day) => {
        const own = ranges.filter((it) => it.day === day)
        const name = weekdayName(day)
        return (
          <div key={day} className="hours-day">
            <span className="hours-name">{name}</span>
            <div className="hours-ranges">
              {own.length === 0 && <span className="faint">{t('Closed')}</span>}
              {own.map((range, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: times have no ids, and two may be alike
                <div key={index} className="row">
                  <Input
                    type="time"
                    isLabelHidden
                    required
                    label={t('{day}, from', { day: name })}
                    value={range.from}
                    onChange={(from) => put(range, { from })}
                  />
                  <span aria-hidden>–</span>
                  <Input
                    type="time"
                    isLabelHidden
                    required
                    label={t('{day}, to', { day: name })}
                    value={range.to}
                    onChange={(to) => put(range, { to })}
                  />
                  <button
                    type="button"
                    className="button plain small icon-only"
                    aria-label={t('Remove {from} to {to} on {day}', { from: range.from, to: range.to, day: name })}
                    onClick={() => onChange(ranges.filter((it) => it !== range))}
                  >
                    <X size={13} />
                  </button>
                </div>
              ))}
            </div>
            <button
              type="button"
              className="button plain small icon-only"
              aria-label={t('Add hours on {day}', { day: name })}
              title={t('Add hours')}
              disabled={ranges.length >= maxRanges}
              onClick={() => onChange([...ranges, nextRange(day, own)])}
            >
              <Plus size={15} />
            </button>
          </div>
        )
      })}
    </fieldset>
  )
}

function Holidays({ holidays, onChange }: { holidays: readonly Holiday[]; onChange(holidays: Holiday[]): void }) {
  const put = (index: number, part: Partial<Holiday>) =>
    onChange(holidays.map((it, at) => (at === index ? { ...it, ...part } : it)))
  return (
    <fieldset className="part">
      <legend>{t('Holidays')}</legend>
      {holidays.length === 0 && <p className="faint">{t('Days on which nobody is there, in the time zone above.')}</p>}
      {holidays.map(({ date, until = '', name = '' }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: holidays have no ids, and two may be alike while they are typed
        <div key={index} className="hours-holiday">
          <Input type="date" label={t('From')} required value={date} onChange={(date) => put(index, { date })} />
          <Input
            type="date"
            label={t('Until')}
            min={date}
            value={until}
            onChange={(until) => put(index, { until: until || undefined })}
          />
          <Input
            label={t('Name')}
            maxLength={maxHolidayName}
            value={name}
            onChange={(name) => put(index, { name: name || undefined })}
          />
          <button
            type="button"
            className="button plain icon-only"
            aria-label={t('Remove the holiday {day}', { day: name || date })}
            onClick={() => onChange(holidays.filter((_, at) => at !== index))}
          >
            <X size={15} />
          </button>
        </div>
      ))}
      <div>
        <button
          type="button"
          className="button small"
          disabled={holidays.length >= maxHolidays}
          onClick={() => onChange([...holidays, { date: '' }])}
        >
          <Plus size={13} aria-hidden /> {t('Add holiday')}
        </button>
      </div>
    </fieldset>
  )
}

/** Monday to Friday from nine to five, where the reader is. */
export const usualHours = (): BusinessHours => ({
  timeZone: ownZone(),
  ranges: weekdays.slice(0, 5).map((day) => ({ day, from: '09:00', to: '17:00' })),
  holidays: [],
})

/** Further hours of a day begin after the last ones. */
function nextRange(day: Weekday, own: readonly OpenRange[]): OpenRange {
  const last = own.at(-1)
  if (!last) return { day, from: '09:00', to: '17:00' }
  const hour = Math.min(Number(last.to.slice(0, 2)) + 1, 22)
  const two = (part: number) => String(part).padStart(2, '0')
  return { day, from: `${two(hour)}:00`, to: `${two(hour + 1)}:00` }
}

/** The name of a weekday in the reader's language. 1 January 2024 was a Monday. */
const weekdayName = (day: Weekday): string =>
  new Date(Date.UTC(2024, 0, 1 + weekdays.indexOf(day))).toLocaleDateString(locale, {
    weekday: 'long',
    timeZone: 'UTC',
  })
