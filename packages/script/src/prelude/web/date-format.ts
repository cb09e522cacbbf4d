type Width = 'numeric' | '2-digit' | 'long' | 'short' | 'narrow'

/** The supported options of Intl.DateTimeFormat. */
export interface DateFormatOptions {
  readonly weekday?: Width
  readonly year?: Width
  readonly month?: Width
  readonly day?: Width
  readonly hour?: Width
  readonly minute?: Width
  readonly second?: Width
  readonly fractionalSecondDigits?: number
  readonly hour12?: boolean
  readonly hourCycle?: string
  readonly timeZone?: string
  readonly timeZoneName?: string
  readonly dateStyle?: 'full' | 'long' | 'medium' | 'short'
  readonly timeStyle?: 'full' | 'long' | 'medium' | 'short'
}

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)
const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')

const dateStyles: Readonly<Record<string, DateFormatOptions>> = {
  full: { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' },
  long: { month: 'long', day: 'numeric', year: 'numeric' },
  medium: { month: 'short', day: 'numeric', year: 'numeric' },
  short: { month: 'numeric', day: 'numeric', year: '2-digit' },
}

const timeStyles: Readonly<Record<string, DateFormatOptions>> = {
  full: { hour: 'numeric', minute: '2-digit', second: '2-digit' },
  long: { hour: 'numeric', minute: '2-digit', second: '2-digit' },
  medium: { hour: 'numeric', minute: '2-digit', second: '2-digit' },
  short: { hour: 'numeric', minute: '2-digit' },
}

const dateDefaults: DateFormatOptions = { year: 'numeric', month: 'numeric', day: 'numeric' }
const timeDefaults: DateFormatOptions = { hour: 'numeric', minute: '2-digit', second: '2-digit' }

/** The default fields if the options name none, and the required ones (ECMA-402 §11). */
type DateKind = 'format' | 'date' | 'time' | 'any'

/** Formats a date as en-US for any locale, in local time or UTC. */
export function formatDate(date: Date, given: DateFormatOptions = {}, kind: DateKind = 'format'): string {
  if (Number.isNaN(date.getTime())) return 'Invalid Date'
  const options = wholeOptions(given, kind)
  const fields = fieldsOf(date, options.timeZone)
  const day = dayText(fields, options)
  const time = timeText(fields, options)
  const joint = options.dateStyle === 'full' || options.dateStyle === 'long' ? ' at ' : ', '
  return [day, time].filter(text => text !== '').join(joint)
}

function wholeOptions(given: DateFormatOptions, kind: DateKind): DateFormatOptions {
  if (given.dateStyle !== undefined || given.timeStyle !== undefined)
    return { ...dateStyles[given.dateStyle ?? ''], ...timeStyles[given.timeStyle ?? ''], ...given }
  const hasDay = [given.weekday, given.year, given.month, given.day].some(one => one !== undefined)
  const hasTime = [given.hour, given.minute, given.second, given.fractionalSecondDigits].some(
    one => one !== undefined,
  )
  if (hasDay || hasTime) {
    if (kind === 'date' && !hasDay) return { ...dateDefaults, ...given }
    return kind === 'time' && !hasTime ? { ...timeDefaults, ...given } : given
  }
  const day = kind === 'time' ? {} : dateDefaults
  const time = kind === 'time' || kind === 'any' ? timeDefaults : {}
  return { ...day, ...time, ...given }
}

type Fields = ReturnType<typeof fieldsOf>

function fieldsOf(date: Date, timeZone: string | undefined) {
  const isUtc = /^(utc|gmt|etc\/utc|etc\/gmt)$/i.test(timeZone ?? '')
  if (timeZone !== undefined && !isUtc) throw new RangeError(`The time zone ${timeZone} is not supported`)
  const at = isUtc ? date : new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return {
    isUtc,
    year: at.getUTCFullYear(),
    month: at.getUTCMonth(),
    day: at.getUTCDate(),
    weekday: at.getUTCDay(),
    hour: at.getUTCHours(),
    minute: at.getUTCMinutes(),
    second: at.getUTCSeconds(),
    millisecond: at.getUTCMilliseconds(),
  }
}

const twoDigits = (value: number) => String(value).padStart(2, '0')
const sized = (value: number, width: Width) => (width === '2-digit' ? twoDigits(value % 100) : String(value))
const worded = (name: string, width: Width) =>
  width === 'short' ? name.slice(0, 3) : width === 'narrow' ? name.slice(0, 1) : name

function dayText(fields: Fields, { weekday, year, month, day }: DateFormatOptions): string {
  const weekdayText = weekday === undefined ? '' : worded(weekdays[fields.weekday] ?? '', weekday)
  const yearText = year === undefined ? '' : sized(fields.year, year)
  const dayOfMonth = day === undefined ? '' : sized(fields.day, day)
  if (month === undefined || month === 'numeric' || month === '2-digit') {
    const monthText = month === undefined ? '' : sized(fields.month + 1, month)
    const slashed = [monthText, dayOfMonth, yearText].filter(text => text !== '').join('/')
    return [weekdayText, slashed].filter(text => text !== '').join(', ')
  }
  const monthDay = [worded(months[fields.month] ?? '', month), dayOfMonth]
    .filter(text => text !== '')
    .join(' ')
  const dated =
    yearText === '' ? monthDay : dayOfMonth === '' ? `${monthDay} ${yearText}` : `${monthDay}, ${yearText}`
  return [weekdayText, dated].filter(text => text !== '').join(', ')
}

function timeText(fields: Fields, options: DateFormatOptions): string {
  const { hour, minute, second, fractionalSecondDigits } = options
  const is24 =
    options.hour12 === false || (options.hour12 === undefined && /^h2[34]$/.test(options.hourCycle ?? ''))
  const hourNumber = is24 ? fields.hour : fields.hour % 12 === 0 ? 12 : fields.hour % 12
  const hourText = is24 || hour === '2-digit' ? twoDigits(hourNumber) : String(hourNumber)
  const fraction =
    fractionalSecondDigits === undefined
      ? ''
      : `.${String(fields.millisecond).padStart(3, '0').slice(0, fractionalSecondDigits)}`
  const pieces = [
    hour === undefined ? '' : hourText,
    minute === undefined ? '' : twoDigits(fields.minute),
    second === undefined
      ? ''
      : `${minute === undefined ? fields.second : twoDigits(fields.second)}${fraction}`,
  ].filter(piece => piece !== '')
  if (pieces.length === 0) return ''
  const zone = options.timeZoneName !== undefined && fields.isUtc ? ' UTC' : ''
  const half = hour === undefined || is24 ? '' : ` ${fields.hour < 12 ? 'AM' : 'PM'}`
  return `${pieces.join(':')}${half}${zone}`
}
