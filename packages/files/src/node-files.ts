import {
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  type Stats,
  watch,
} from 'node:fs'
import * as promises from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fileInfo, kindOf } from './file-info.ts'
import { errorCodeOf, type FileAccess, type FileHead, type FileInfo, type FileSystem } from './file-system.ts'
import { firstMissingFolder } from './files-at-once.ts'
import { NodeFile } from './node-file.ts'

/** The files of this machine. */
export const nodeFiles: FileSystem = {
  open: async (path, access, mode) => new NodeFile(await promises.open(path, flagsOf[access], mode), path),
  read: path => promises.readFile(path),
  async readHeads(paths, maxBytes) {
    const buffer = new Uint8Array(maxBytes)
    const heads: (FileHead | null)[] = []
    for (const [index, path] of paths.entries()) {
      if (index % headsInOneTurn === headsInOneTurn - 1) await nextTurn()
      heads.push(readHead(path, buffer))
    }
    return heads
  },
  async readStarts(paths, maxBytes) {
    // A buffer for each file would cost more than reading it.
    let buffer = new Uint8Array(startsInOneBuffer * maxBytes)
    const starts: (Uint8Array | null)[] = []
    for (const [index, path] of paths.entries()) {
      if (index % headsInOneTurn === headsInOneTurn - 1) await nextTurn()
      if (buffer.byteLength < maxBytes) buffer = new Uint8Array(startsInOneBuffer * maxBytes)
      const length = fromOpenFile(path, descriptor => readSync(descriptor, buffer, 0, maxBytes, 0))
      starts.push(length === null ? null : buffer.subarray(0, length))
      buffer = buffer.subarray(length ?? 0)
    }
    return starts
  },
  stream: path => createReadStream(path),
  info: path => infoOrNull(promises.stat(path)),
  linkInfo: path => infoOrNull(promises.lstat(path)),
  async linkInfos(paths) {
    const infos: (FileInfo | null)[] = []
    for (const [index, path] of paths.entries()) {
      if (index % statsInOneTurn === statsInOneTurn - 1) await nextTurn()
      const stats = lstatSync(path, { throwIfNoEntry: false })
      infos.push(stats === undefined ? null : fileInfo(stats))
    }
    return infos
  },
  async list(path) {
    const entries = await promises.readdir(path, { withFileTypes: true })
    return entries.map(entry => ({ name: entry.name, kind: kindOf(entry) }))
  },
  realPath: path => promises.realpath(path),
  async isReadable(path) {
    try {
      await promises.access(path, constants.R_OK)
      return true
    } catch {
      return false
    }
  },
  async makeFolder(path, mode) {
    const withMode = mode === undefined ? {} : { mode }
    try {
      await promises.mkdir(path, { recursive: true, ...withMode })
    } catch (error) {
      if (errorCodeOf(error) === 'ENOENT') await promises.mkdir(firstMissingFolder(path), withMode)
      throw error
    }
  },
  rename: (from, to) => promises.rename(from, to),
  link: (from, to) => promises.link(from, to),
  async removeFile(path) {
    try {
      await promises.unlink(path)
    } catch (error) {
      if (errorCodeOf(error) !== 'ENOENT') throw error
    }
  },
  removeFolder: path => promises.rmdir(path),
  async syncFolder(path) {
    // Windows cannot open a folder, and needs no sync.
    if (process.platform === 'win32') return
    const folder = await promises.open(path, 'r')
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
  },
  watch(path, onChange, onError) {
    const watcher = watch(path, { persistent: false })
    watcher.on('change', onChange)
    watcher.on('error', onError)
    return { close: () => watcher.close() }
  },
}

/** About 2 ms of work; a promise for each would take ten times as long. */
const statsInOneTurn = 500

const headsInOneTurn = 100

const startsInOneBuffer = 16

function readHead(path: string, buffer: Uint8Array): FileHead | null {
  return fromOpenFile(path, descriptor => {
    const info = fileInfo(fstatSync(descriptor))
    if (info.kind !== 'file') return null
    return { info, bytes: buffer.slice(0, readSync(descriptor, buffer, 0, buffer.byteLength, 0)) }
  })
}

function fromOpenFile<Value>(path: string, read: (descriptor: number) => Value): Value | null {
  let descriptor: number
  try {
    // Opening a pipe would wait for its writer.
    descriptor = openSync(path, flagsOf.readNoLink | (constants.O_NONBLOCK ?? 0))
  } catch {
    return null
  }
  try {
    return read(descriptor)
  } catch {
    return null
  } finally {
    closeSync(descriptor)
  }
}

const flagsOf: Readonly<Record<FileAccess, number>> = {
  read: constants.O_RDONLY,
  readNoLink: constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0),
  createNew: constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL,
  writeExisting: constants.O_WRONLY,
}

async function infoOrNull(stats: Promise<Stats>): Promise<FileInfo | null> {
  try {
    return fileInfo(await stats)
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT' || errorCodeOf(error) === 'ENOTDIR') return null
    throw error
  }
}
