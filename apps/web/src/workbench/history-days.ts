/** The entries of one day. */
export interface Day<Entry> {
  /** `Today`, `Yesterday`, else the date (behaviour 2.4). */
  readonly label: string
  readonly entries: readonly Entry[]
}

/** Splits entries, newest first, by day in the user's time zone. */
export function groupByDay<Entry extends { readonly sentAt: number }>(
  entries: readonly Entry[],
  now: number,
): readonly Day<Entry>[] {
  const days: { label: string; entries: Entry[] }[] = []
  for (const entry of entries) {
    const label = dayLabel(entry.sentAt, now)
    const last = days.at(-1)
    if (last?.label === label) last.entries.push(entry)
    else days.push({ label, entries: [entry] })
  }
  return days
}

/** `Today`, `Yesterday` or `18 November 2026`. */
function dayLabel(time: number, now: number): string {
  const days = Math.round((startOfDay(now) - startOfDay(time)) / 86_400_000)
  if (days === 0) return 'Today'
  return days === 1 ? 'Yesterday' : fullDate.format(time)
}

/** `Today, 14:32:08` or `18 Nov, 10:15:47`. */
export function timeLabel(time: number, now: number): string {
  const day = dayLabel(time, now)
  const isNear = day === 'Today' || day === 'Yesterday'
  return `${isNear ? day : shortDate.format(time)}, ${withSeconds.format(time)}`
}

/** In a sentence: `today, 14:32:08` or `18 Nov, 10:15:47`. */
export function timeInSentence(time: number, now: number): string {
  return timeLabel(time, now).replace(/^(?:Today|Yesterday)/, day => day.toLowerCase())
}

/** In a sentence: `at 14:32`, `yesterday at 14:32` or `on 18 Nov at 14:32`. */
export function momentLabel(time: number, now: number): string {
  const day = dayLabel(time, now)
  if (day === 'Today') return `at ${clockLabel(time)}`
  return `${day === 'Yesterday' ? 'yesterday' : `on ${shortDate.format(time)}`} at ${clockLabel(time)}`
}

/** `14:32` */
export const clockLabel = (time: number) => withMinutes.format(time)

/** `14:32:08` */
export const secondsLabel = (time: number) => withSeconds.format(time)

/** `14:36:12.418` */
export const millisecondsLabel = (time: number) => withMilliseconds.format(time)

/** Correct for days of 23 and 25 hours, too. */
function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0)
}

const fullDate = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })
const shortDate = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const withMinutes = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const withMilliseconds = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
})
const withSeconds = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})
