import { deflateRawSync } from 'node:zlib'
import { makeZip, type ZipEntry } from './make-zip.ts'

/** An archive that must be refused, and words from the sentence with the reason. */
export interface HostileArchive {
  entries(): readonly ZipEntry[]
  readonly sentence: string
}

const collection =
  '{"info": {"name": "Shop"}, "item": [{"name": "Get", "request": {"url": "http://a.test"}}]}'
const good: ZipEntry = { name: 'shop.json', content: collection }

/** Archives that try to harm the program that unpacks them, by their kind (attacks IM1, IM2). */
export const hostileArchives: Readonly<Record<string, HostileArchive>> = {
  'a name that leads out of it': {
    entries: () => [good, { name: '../../pwned.json', content: collection }],
    sentence: '../../pwned.json',
  },
  'an absolute name': {
    entries: () => [good, { name: '/tmp/pwned.json', content: collection }],
    sentence: '/tmp/pwned',
  },
  'a link': {
    entries: () => [good, { name: 'link', content: '/etc/passwd', mode: 0o120777 }],
    sentence: '“link”',
  },
  'a bomb that claims to be small': { entries: () => [good, ...bomb()], sentence: 'bomb' },
  'nothing but another archive': {
    entries: () => [{ name: 'inner.zip', content: makeZip([good]) }],
    sentence: 'The format of the file is unknown',
  },
}

/** 400 MB in some hundred KB. */
function bomb(): readonly ZipEntry[] {
  const packed = deflateRawSync(Buffer.alloc(100_000_000))
  return Array.from({ length: 4 }, (_, index) => ({ name: `bomb${index}.json`, packed, unpackedBytes: 10 }))
}
