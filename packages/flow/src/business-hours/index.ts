// When the people of a workspace are there, without zod, so that the builder can load it.

export {
  type BusinessHours,
  type Holiday,
  isOpenAt,
  maxHolidayName,
  maxHolidays,
  maxRanges,
  type OpenRange,
  opensNextAt,
  problemOfHours,
  type Weekday,
  weekdays,
} from './business-hours.js'
export { isTimeZone, offsetAt, startOf } from './wall-clock.js'
