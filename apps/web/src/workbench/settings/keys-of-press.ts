/** The parts of a keyboard event that identify its keys. */
export interface KeyPress {
  readonly key: string
  /** The key's place on the keyboard. */
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
  readonly isComposing?: boolean
  readonly keyCode?: number
  getModifierState?(modifier: 'AltGraph'): boolean
}

/** Whether the page is on macOS, where Option types characters. */
export const isOnMac = navigator.platform.startsWith('Mac')

const modifierKeys = new Set(['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Fn'])

/**
 * Returns the keys of a press in the notation of the settings; null while only modifiers are down, and for what
 * is typed with Option or AltGr or composed. A Latin letter is itself wherever its key is; another letter is that
 * of its key's place on a US keyboard, so that `Mod+S` also works while a Cyrillic or Greek layout is active.
 */
export function keysOfPress(press: KeyPress, isMac = isOnMac): string | null {
  if (modifierKeys.has(press.key) || press.key === 'Dead') return null
  if (isComposition(press) || isTypedWithAlt(press, isMac)) return null
  return [
    ...(press.ctrlKey || press.metaKey ? ['Mod'] : []),
    ...(press.altKey ? ['Alt'] : []),
    ...(press.shiftKey ? ['Shift'] : []),
    nameOfKey(press, isMac),
  ].join('+')
}

/** Whether a press belongs to an input method, which takes also Enter, Esc, Tab and the arrows. */
export function isComposition({ isComposing, keyCode }: Pick<KeyPress, 'isComposing' | 'keyCode'>): boolean {
  // Safari ends a composition before its last key, which then has this code alone.
  return isComposing === true || keyCode === 229
}

/** Whether a press types a character with Option or AltGr, and is no shortcut. */
export function isTypedWithAlt(press: KeyPress, isMac = isOnMac): boolean {
  const { key, code, ctrlKey, metaKey, altKey } = press
  if (!isCharacter(key) && key !== 'Dead') return false
  if (press.getModifierState?.('AltGraph') === true) return true
  if (!altKey || metaKey) return false
  if (isMac) return !ctrlKey
  // AltGr of Windows is Ctrl and Alt, and not every browser says that it was AltGr.
  return ctrlKey && /^(?:Key|Digit)/.test(code) && !/^[a-z\d]$/i.test(key) && !isOtherLetter(key)
}

/** Named keys have ASCII names of several letters; some Arabic keys type two characters. */
const isCharacter = (key: string) => !/^[A-Za-z\d]{2,}$/.test(key)
const isLatinLetter = (key: string) => /^\p{Script=Latin}$/u.test(key)
const isOtherLetter = (key: string) => /^\p{L}/u.test(key) && !isLatinLetter(key)

/** Whether the last letter was a Latin one, which says of what layout a sign is. */
let isLayoutLatin = true

function nameOfKey(press: KeyPress, isMac: boolean): string {
  const { key, code, altKey, shiftKey } = press
  if (!isCharacter(key)) return key
  if (key === ' ') return 'Space'
  const place = placeOf(press)
  // Option changes the character, and Cmd does not change it back.
  if (isMac && altKey) return place ?? inUpperCase(key)
  if (/^\d$/.test(key)) return key
  if (isLatinLetter(key) || isOtherLetter(key)) isLayoutLatin = isLatinLetter(key)
  if (code.startsWith('Digit') && !/^[a-z]$/i.test(key)) {
    // French keyboards have the minus of Zoom out at 6; all else there is the digit, as in é, & and !.
    return !shiftKey && /^[-+=,]$/.test(key) ? key : (place ?? key)
  }
  if (isOtherLetter(key)) return place ?? inUpperCase(key)
  // Greek and Hebrew layouts have signs where others have Q and W, Dvorak has letters there and needs the sign.
  if (code.startsWith('Key') && !isLatinLetter(key) && !isLayoutLatin) return place ?? key
  return inUpperCase(key)
}

function inUpperCase(key: string): string {
  const upper = key.toUpperCase()
  return upper.length === key.length ? upper : key
}

/** The signs of a US keyboard at the keys that have letters in other alphabets. */
const signs: Readonly<Record<string, readonly [plain: string, shifted: string]>> = {
  Backquote: ['`', '~'],
  Minus: ['-', '_'],
  Equal: ['=', '+'],
  BracketLeft: ['[', '{'],
  BracketRight: [']', '}'],
  Backslash: ['\\', '|'],
  Semicolon: [';', ':'],
  Quote: ["'", '"'],
  Comma: [',', '<'],
  Period: ['.', '>'],
  Slash: ['/', '?'],
}

/** What a US keyboard has at the place of a key; null for keys without a character. */
function placeOf({ code, shiftKey }: KeyPress): string | null {
  return /^(?:Key|Digit)(\w)$/.exec(code)?.[1] ?? signs[code]?.[shiftKey ? 1 : 0] ?? null
}
