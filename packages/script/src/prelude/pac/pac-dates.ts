/** The current time, in milliseconds since the epoch, and the time zone. */
interface PacClock {
  readonly nowMs: number
  /** As returned by `Date.prototype.getTimezoneOffset`; the engine itself knows no zone. */
  readonly offsetMinutes: number
}

type Arguments = readonly unknown[]

const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']
const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

/** Creates the date and time functions of PAC files, as Netscape specified them. */
export function pacDates(clock: PacClock) {
  /** Returns the arguments without a trailing `GMT`, and the date in the requested zone. */
  const asked = (all: Arguments): { readonly given: Arguments; readonly date: Date } => {
    const isGmt = all.at(-1) === 'GMT'
    const shiftMs = isGmt ? 0 : clock.offsetMinutes * 60_000
    return { given: isGmt ? all.slice(0, -1) : all, date: new Date(clock.nowMs - shiftMs) }
  }
  return {
    weekdayRange(...all: Arguments): boolean {
      const { given, date } = asked(all)
      const [from = -1, to = from] = given.map(name => weekdays.indexOf(String(name).toUpperCase()))
      return from >= 0 && to >= 0 && isWithin(date.getUTCDay(), from, to)
    },
    dateRange(...all: Arguments): boolean {
      const { given, date } = asked(all)
      if (given.length === 1) return isWithin(keyOfDate(date, given), keyOf(given), keyOf(given))
      const [from, to] = halves(given)
      const isYearly = !given.some(isYear)
      const [now, start, end] = [keyOfDate(date, from), keyOf(from), keyOf(to)]
      return isYearly ? isWithin(now, start, end) : start <= now && now <= end
    },
    timeRange(...all: Arguments): boolean {
      const { given, date } = asked(all)
      const [from, to] = given.length === 1 ? [given, given] : halves(given)
      const seconds = (parts: Arguments) =>
        parts.reduce<number>((sum, part, at) => sum + Number(part) * 60 ** (2 - at), 0)
      const now = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].slice(0, from.length)
      return isWithin(seconds(now), seconds(from), seconds(to))
    },
  }
}

/** Returns whether a value is in a range, which wraps if its end is before its start. */
function isWithin(now: number, from: number, to: number): boolean {
  return from <= to ? from <= now && now <= to : now >= from || now <= to
}

function halves(all: Arguments): readonly [Arguments, Arguments] {
  return [all.slice(0, all.length / 2), all.slice(all.length / 2)]
}

const isYear = (part: unknown) => typeof part === 'number' && part > 31
const isMonth = (part: unknown) => typeof part === 'string'

/** Returns day, month and year as one number; absent parts count as nothing. */
function keyOf(parts: Arguments): number {
  return parts.reduce<number>((sum, part) => {
    if (isMonth(part)) return sum + months.indexOf(String(part).toUpperCase()) * 100
    return sum + Number(part) * (isYear(part) ? 10_000 : 1)
  }, 0)
}

/** Returns the same number for a date, with only the given parts. */
function keyOfDate(date: Date, parts: Arguments): number {
  return parts.reduce<number>((sum, part) => {
    if (isMonth(part)) return sum + date.getUTCMonth() * 100
    return sum + (isYear(part) ? date.getUTCFullYear() * 10_000 : date.getUTCDate())
  }, 0)
}
