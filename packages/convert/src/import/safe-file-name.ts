import { trimEndWhere } from '@parley/model'

/** Names that Windows keeps for devices, whatever follows their first dot. */
const deviceNames = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/** File systems allow 255 bytes; letters have up to four. */
const longestName = 50

/**
 * Returns a name of a file or folder that every system allows, that leads nowhere else and does not begin with a dot.
 * @param ending with its dot; empty for a folder
 * @param taken the names that there are already, in lower case
 */
export function safeFileName(name: string, ending: string, taken: ReadonlySet<string>): string {
  const plain = name
    .replace(/^[. -]+/, '')
    // Of each character that stays, two units at most.
    .slice(0, 2 * longestName)
    .replace(/[^\p{L}\p{N}_. -]/gu, '_')
  const short = trimEndWhere(
    [...plain].slice(0, longestName).join(''),
    character => character === '.' || character === ' ',
  )
  const start = short === '' ? 'unnamed' : deviceNames.test(short) ? `_${short}` : short
  for (let number = 1; ; number += 1) {
    const found = `${start}${number === 1 ? '' : `-${number}`}${ending}`
    if (!taken.has(found.toLowerCase())) return found
  }
}
