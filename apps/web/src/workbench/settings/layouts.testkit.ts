import type { KeyPress } from './keys-of-press.ts'

/** A keyboard layout, as the characters that a browser reports for its keys. */
export interface Layout {
  readonly name: string
  readonly isLatin: boolean
  /** The characters of the keys in the order of `codes`, without and with Shift. */
  readonly plain: string
  readonly shifted: string
  /** What the keys type with Option of macOS and with AltGr; `Dead` where the next key completes it. */
  readonly option: Readonly<Record<string, string>>
  readonly altGr: Readonly<Record<string, string>>
}

const codesOf = (letters: string, prefix: string) => [...letters].map(letter => prefix + letter)

/** The keys that type characters, row by row. */
export const codes: readonly string[] = [
  ...['Backquote', ...codesOf('1234567890', 'Digit'), 'Minus', 'Equal'],
  ...[...codesOf('QWERTYUIOP', 'Key'), 'BracketLeft', 'BracketRight', 'Backslash'],
  ...[...codesOf('ASDFGHJKL', 'Key'), 'Semicolon', 'Quote'],
  ...[...codesOf('ZXCVBNM', 'Key'), 'Comma', 'Period', 'Slash'],
]

const usOption = { KeyT: '†', KeyL: '¬', KeyW: '∑', KeyG: '©', KeyE: 'Dead', KeyP: 'π', Digit2: '™' }
const polish = { KeyA: 'ą', KeyC: 'ć', KeyE: 'ę', KeyL: 'ł', KeyN: 'ń', KeyO: 'ó', KeyS: 'ś', KeyX: 'ź' }
const us = {
  plain: "`1234567890-=qwertyuiop[]\\asdfghjkl;'zxcvbnm,./",
  shifted: '~!@#$%^&*()_+QWERTYUIOP{}|ASDFGHJKL:"ZXCVBNM<>?',
}

export const layouts: readonly Layout[] = [
  { name: 'US', isLatin: true, ...us, option: usOption, altGr: {} },
  {
    name: 'German',
    isLatin: true,
    plain: '^1234567890ß´qwertzuiopü+#asdfghjklöäyxcvbnm,.-',
    shifted: '°!"§$%&/()=?`QWERTZUIOPÜ*\'ASDFGHJKLÖÄYXCVBNM;:_',
    option: { KeyL: '@', KeyT: '†', KeyW: '∑', KeyG: '©', KeyE: '€', KeyN: 'Dead', Digit5: '[', Digit8: '{' },
    altGr: { KeyQ: '@', KeyE: '€', KeyM: 'µ', Digit7: '{', Digit8: '[', Digit9: ']', Digit0: '}' },
  },
  {
    name: 'French',
    isLatin: true,
    plain: '²&é"\'(-è_çà)=azertyuiop^$*qsdfghjklmùwxcvbn,;:!',
    shifted: '~1234567890°+AZERTYUIOP¨£µQSDFGHJKLM%WXCVBN?./§',
    option: { KeyL: '¬', KeyT: '†', KeyG: 'ﬁ', KeyQ: '‡', KeyA: 'æ', Digit5: '{', KeyN: 'Dead' },
    altGr: { KeyE: '€', Digit2: 'Dead', Digit3: '#', Digit4: '{', Digit5: '[', Digit8: '\\', Digit0: '@' },
  },
  {
    name: 'Dvorak',
    isLatin: true,
    plain: "`1234567890[]',.pyfgcrl/=\\aoeuidhtns-;qjkxbmwvz",
    shifted: '~!@#$%^&*(){}"<>PYFGCRL?+|AOEUIDHTNS_:QJKXBMWVZ',
    option: { KeyK: '†', KeyP: '¬', Comma: '∑', KeyI: '©', KeyD: 'Dead', KeyL: '˜' },
    altGr: {},
  },
  {
    name: 'Colemak',
    isLatin: true,
    plain: "`1234567890-=qwfpgjluy;[]\\arstdhneio'zxcvbkm,./",
    shifted: '~!@#$%^&*()_+QWFPGJLUY:{}|ARSTDHNEIO"ZXCVBKM<>?',
    option: { KeyL: 'Dead', KeyT: '©', KeyW: '∑', KeyU: '¬', KeyF: '†' },
    altGr: { KeyL: 'ú', KeyT: 'ŧ', KeyO: 'ó' },
  },
  { name: 'Polish', isLatin: true, ...us, option: { ...polish, KeyT: '†' }, altGr: { ...polish, KeyZ: 'ż' } },
  {
    name: 'Russian',
    isLatin: false,
    plain: 'ё1234567890-=йцукенгшщзхъ\\фывапролджэячсмитьбю.',
    shifted: 'Ё!"№;%:?*()_+ЙЦУКЕНГШЩЗХЪ/ФЫВАПРОЛДЖЭЯЧСМИТЬБЮ,',
    option: { KeyT: 'ЃЭ', KeyL: '∆', KeyE: '®', KeyW: 'џ', KeyG: '©' },
    altGr: { Digit8: '₽' },
  },
  {
    name: 'Greek',
    isLatin: false,
    plain: "`1234567890-=;ςερτυθιοπ[]\\ασδφγηξκλ΄'ζχψωβνμ,./",
    shifted: '~!@#$%^&*()_+:΅ΕΡΤΥΘΙΟΠ{}|ΑΣΔΦΓΗΞΚΛ¨"ΖΧΨΩΒΝΜ<>?',
    option: { KeyT: '™', KeyL: '¬', KeyE: '€', KeyG: '©' },
    altGr: { KeyE: '€' },
  },
]

export const systems = ['Windows', 'macOS', 'Linux'] as const
export type System = (typeof systems)[number]

export type Modifier = 'Ctrl' | 'Meta' | 'Alt' | 'Shift' | 'AltGr'

/** A press with the values that browsers report. On Windows AltGr is Ctrl and Alt at once, in some of them. */
export function pressOf(key: string, code: string, modifiers: readonly Modifier[], system: System): KeyPress {
  const has = (one: Modifier) => modifiers.includes(one)
  const isWindowsAltGr = has('AltGr') && system === 'Windows'
  return {
    key,
    code,
    ctrlKey: has('Ctrl') || isWindowsAltGr,
    altKey: has('Alt') || isWindowsAltGr,
    metaKey: has('Meta'),
    shiftKey: has('Shift'),
    getModifierState: one => has(one === 'AltGraph' ? 'AltGr' : one),
  }
}

/** What a key types in a layout. */
export function characterAt({ plain, shifted }: Layout, code: string, isShifted: boolean): string {
  const character = [...(isShifted ? shifted : plain)][codes.indexOf(code)]
  if (character === undefined) throw new Error(`No key ${code}`)
  return character
}

/**
 * Returns the presses that mean `keys`, which are in the notation of the settings, in a layout: the key that types the
 * character, in other alphabets the one at its place on a US keyboard; for digits also their key where it types
 * something else. None if the layout needs another modifier to type it.
 */
export function pressesOf(keys: string, layout: Layout, system: System): readonly KeyPress[] {
  const [, held = '', name = ''] = /^((?:(?:Mod|Ctrl|Alt|Shift)\+)*)(.+)$/.exec(keys) ?? []
  const mod: Modifier = system === 'macOS' ? 'Meta' : 'Ctrl'
  const modifiers = held
    .split('+')
    .filter(one => one !== '')
    .map(one => (one === 'Mod' ? mod : one === 'Ctrl' || one === 'Alt' ? one : 'Shift'))
  const isShifted = modifiers.includes('Shift')
  if (name.length > 1) return [pressOf(name, name, modifiers, system)]
  const isAt = (code: string) => characterAt(layout, code, isShifted).toUpperCase() === name
  const [usual] = layouts
  const isAtPlace = (code: string) =>
    usual !== undefined &&
    characterAt(usual, code, isShifted).toUpperCase() === name &&
    (code.startsWith('Digit') || !codes.some(isAt))
  const found = codes.filter(code => isAt(code) || ((!layout.isLatin || /\d/.test(name)) && isAtPlace(code)))
  return found.map(code => pressOf(characterAt(layout, code, isShifted), code, modifiers, system))
}
