import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Edges in pixels of the icons that desktops ask for. */
export const iconSizes = [16, 24, 32, 48, 64, 128, 256, 512] as const

/** Where the icons are, in the repository; `npm run icons` writes them. */
const folder = 'scripts/package/icons'

/** Returns the path of an icon of one size. */
export function pathOfIcon(root: string, size: (typeof iconSizes)[number]): string {
  return join(root, folder, `parley-${size}.png`)
}

/**
 * Returns the app's icon as SVG: the mark of the page, white on a tile in its colour, so that it shows on light and
 * dark desktops.
 */
export function scalableIcon(root: string): string {
  const mark = readFileSync(join(root, 'apps/web/src/styles/mark.svg'), 'utf8')
  const [, colour = '', strokes = ''] = /stroke="(#[0-9a-f]{6})".*<\/title>(.*)<\/svg>/s.exec(mark) ?? []
  if (strokes === '') throw new Error('The mark of the page has another form than this expects.')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 32 32">
  <title>Parley</title>
  <rect x="1" y="1" width="30" height="30" rx="7" fill="${colour}"/>
  <g transform="translate(6.4 6.4) scale(1.2)" fill="none" stroke="#ffffff" stroke-width="1.7" stroke-linejoin="round" stroke-linecap="round">${strokes.trim()}</g>
</svg>
`
}

/** Returns an icon for Windows, which has the images of several sizes (ICO with PNG, from Windows Vista on). */
export function windowsIcon(
  images: readonly { readonly size: number; readonly png: Uint8Array }[],
): Uint8Array {
  const headBytes = 6
  const entryBytes = 16
  const head = Buffer.alloc(headBytes + entryBytes * images.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(images.length, 4)
  let offset = head.byteLength
  for (const [index, { size, png }] of images.entries()) {
    const at = headBytes + index * entryBytes
    // 0 means 256.
    head.writeUInt8(size % 256, at)
    head.writeUInt8(size % 256, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(png.byteLength, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += png.byteLength
  }
  return Buffer.concat([head, ...images.map(({ png }) => png)])
}
