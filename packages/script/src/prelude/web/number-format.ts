/** The supported options of Intl.NumberFormat. */
export interface NumberFormatOptions {
  readonly style?: 'decimal' | 'percent' | 'currency' | 'unit'
  readonly currency?: string
  readonly minimumFractionDigits?: number
  readonly maximumFractionDigits?: number
  readonly minimumIntegerDigits?: number
  readonly useGrouping?: boolean | 'auto' | 'always' | 'min2'
}

const currencySigns: Readonly<Record<string, string>> = {
  USD: '$',
  EUR: '€',
  GBP: '£',
  JPY: '¥',
  INR: '₹',
  CNY: 'CN¥',
  KRW: '₩',
  BRL: 'R$',
  CAD: 'CA$',
  AUD: 'A$',
  MXN: 'MX$',
}

/** Currencies without a smaller unit. */
const wholeCurrencies = new Set(['JPY', 'KRW'])

/** Formats a number as en-US for any locale: digits in groups of three, `.` before the fraction. */
export function formatNumber(value: number | bigint, options: NumberFormatOptions = {}): string {
  const { style = 'decimal', currency = '' } = options
  const code = currency.toUpperCase()
  const isNegative = typeof value === 'number' ? value < 0 || Object.is(value, -0) : value < 0n
  const digits = digitsOf(value, options, style === 'currency' && !wholeCurrencies.has(code) ? 2 : 0)
  const sign = isNegative ? '-' : ''
  if (style === 'percent') return `${sign}${digits}%`
  if (style !== 'currency') return `${sign}${digits}`
  return `${sign}${currencySigns[code] ?? `${code}\u00a0`}${digits}`
}

function digitsOf(value: number | bigint, options: NumberFormatOptions, currencyDigits: number): string {
  const usual = options.style === 'currency' ? currencyDigits : options.style === 'percent' ? 0 : 3
  const least = options.minimumFractionDigits ?? (options.style === 'currency' ? currencyDigits : 0)
  const most = Math.max(options.maximumFractionDigits ?? Math.max(usual, least), least)
  if (most > 100 || least < 0) throw new RangeError('Fraction digits are out of range')
  const [whole = '', fraction = ''] = fixedText(value, options.style === 'percent', most).split('.')
  const kept = fraction.slice(0, least) + fraction.slice(least).replace(/0+$/, '')
  const padded = whole.padStart(options.minimumIntegerDigits ?? 1, '0')
  const grouped = options.useGrouping === false ? padded : padded.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  return kept === '' ? grouped : `${grouped}.${kept}`
}

function fixedText(value: number | bigint, isPercent: boolean, digits: number): string {
  if (typeof value === 'bigint') return String(value < 0n ? -value : value)
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : '∞'
  // Shifted as a decimal, because 1.005 × 100 is less than 100.5 in binary.
  const size = isPercent ? Number(`${Math.abs(value)}e2`) || Math.abs(value) * 100 : Math.abs(value)
  return size < 1e21 ? roundHalfUp(size, digits) : BigInt(size).toString()
}

/** Rounds like Intl, which rounds the shown decimal; `toFixed` rounds the binary value. */
function roundHalfUp(size: number, digits: number): string {
  const shifted = Number(`${size}e${digits}`)
  return Number.isFinite(shifted) && !String(size).includes('e')
    ? Number(`${Math.round(shifted)}e-${digits}`).toFixed(digits)
    : size.toFixed(digits)
}
