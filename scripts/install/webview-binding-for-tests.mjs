import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { root } from '../run-program.mjs'

/** The version of the C library that only two weak symbols of the binding ask for. */
const tooNew = 'GLIBC_2.39'
const verneedType = 0x6ffffffe
/** VER_FLG_WEAK: a missing version is no error. */
const weakFlag = 2

/**
 * Returns the path of a copy of the webview's binding that loads on Debian 12 as well, as it asks for one version of
 * the C library only weakly. It is for tests and is never packaged. Returns null where the binding is not installed.
 */
export function webviewBindingForTests() {
  const name = 'webview.linux-x64-gnu.node'
  let bytes
  try {
    bytes = readFileSync(createRequire(import.meta.url).resolve(`@webviewjs/webview-linux-x64-gnu/${name}`))
  } catch {
    return null
  }
  weakenVersion(bytes)
  const folder = `${root}/node_modules/.cache/webview`
  mkdirSync(folder, { recursive: true })
  // Each worker of the tests writes it; an app of another one that has it loaded would crash if its bytes changed.
  const draft = `${folder}/${process.pid}-${name}`
  writeFileSync(draft, bytes)
  renameSync(draft, `${folder}/${name}`)
  return `${folder}/${name}`
}

/** Marks the version as weak in the table of needed versions (System V ABI, GNU extension `.gnu.version_r`). */
function weakenVersion(bytes) {
  const sections = sectionsOf(bytes)
  const needed = sections.find(({ type }) => type === verneedType)
  const names = sections[needed.link]
  for (let entry = needed.offset, next = 1; next !== 0; entry += next) {
    let aux = entry + bytes.readUInt32LE(entry + 8)
    for (let left = bytes.readUInt16LE(entry + 2); left > 0; left -= 1) {
      const start = names.offset + bytes.readUInt32LE(aux + 8)
      if (bytes.toString('latin1', start, bytes.indexOf(0, start)) === tooNew)
        bytes.writeUInt16LE(bytes.readUInt16LE(aux + 4) | weakFlag, aux + 4)
      aux += bytes.readUInt32LE(aux + 12)
    }
    next = bytes.readUInt32LE(entry + 12)
  }
}

/** Reads the section headers of a 64-bit ELF file. */
function sectionsOf(bytes) {
  const table = Number(bytes.readBigUInt64LE(40))
  return Array.from({ length: bytes.readUInt16LE(60) }, (_, index) => {
    const header = table + index * 64
    return {
      type: bytes.readUInt32LE(header + 4),
      offset: Number(bytes.readBigUInt64LE(header + 24)),
      link: bytes.readUInt32LE(header + 40),
    }
  })
}
