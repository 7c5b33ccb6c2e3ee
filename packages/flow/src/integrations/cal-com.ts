import { choice, pairs, saveIn, text } from '../fields/fields.js'
import { defineIntegration, inPage } from './define.js'

const app = 'https://app.cal.com'
const layouts = { Month: 'month_view', Weekly: 'week_view', Columns: 'column_view' } as const

export const calCom = defineIntegration({
  type: 'cal-com',
  label: 'Cal.com',
  icon: 'calendar',
  logo: 'cal',
  description: 'Book a time',
  keywords: 'calendar, booking, meeting, appointment',
  actions: {
    'Book event': inPage({
      base: {
        baseUrl: text({ label: 'Base URL', help: 'Of your own installation.', default: app, position: 'address' }),
      },
      options: {
        link: text({ label: 'Event link', placeholder: 'https://cal.com/ada/15min', isRequired: true }),
        layout: choice(['Month', 'Weekly', 'Columns'], { label: 'Layout', default: 'Month' }),
        name: text({ label: 'Name' }),
        email: text({ label: 'Email address' }),
        additionalNotes: text({ label: 'Additional notes', isLong: true }),
        phone: text({ label: 'Phone number' }),
        anyPrefilledInformations: pairs(['questionId', 'Question ID'], ['value', 'Value'], { label: 'Other answers' }),
        saveBookedDateInVariableId: saveIn({ label: 'Save the booked date in' }),
      },
      savesReplyIn: 'saveBookedDateInVariableId',
      messaging: { kind: 'changed', text: 'The calendar is sent as a link, and the next message continues the flow.' },
      show({ baseUrl, link, layout, name, email, additionalNotes, phone, anyPrefilledInformations }, { embed }) {
        const others = (anyPrefilledInformations ?? []).map(({ questionId, value }) => [questionId, value])
        const base = baseUrl.replace(/\/$/, '')
        const path = link.replace(/^https?:\/\/[^/]+\/?/i, '')
        const args = {
          baseUrl: base,
          link: path,
          layout: layouts[layout],
          name: name ?? null,
          email: email ?? null,
          phone: phone ?? null,
          additionalNotes: additionalNotes ?? null,
          otherPrefilledInformations: Object.fromEntries(others),
        }
        const url = link === path ? `${base === app ? 'https://cal.com' : base}/${path}` : link
        embed({ url, show: { content: showCalendar, args }, waitFor: { content: waitForBooking, args: {} } })
      },
    }),
  },
})

/** Existing embeds use another name for the element. */
const element = "typeof botElement !== 'undefined' ? botElement : typebotElement"

const showCalendar = `
const element = ${element}
if (!window.Cal) {
  const queue = []
  const Cal = (...call) => { queue.push(call) }
  Cal.loaded = true
  Cal.q = queue
  Cal.ns = {}
  window.Cal = Cal
  const script = document.createElement('script')
  script.src = baseUrl + '/embed/embed.js'
  script.async = true
  document.head.appendChild(script)
}
window.Cal('init', { origin: baseUrl })
const config = { layout, ...otherPrefilledInformations }
if (name) config.name = name
if (email) config.email = email
if (additionalNotes) config.notes = additionalNotes
if (phone) config.location = JSON.stringify({ value: 'phone', optionValue: phone })
window.Cal('inline', { elementOrSelector: element, calLink: link, layout, config })
window.Cal('ui', { hideEventTypeDetails: false, layout })`

const waitForBooking = `
let isBooked = false
const goOn = (event) => {
  const data = event.detail.data || {}
  const date = data.date || data.startTime
  if (isBooked || !date) return
  isBooked = true
  continueFlow(typeof date === 'string' ? date : new Date(date).toISOString())
}
for (const action of ['bookingSuccessful', 'bookingSuccessfulV2']) window.Cal('on', { action, callback: goOn })`
