// Runs on any Node: the syntax below must not be newer than the oldest version still in use.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

const repository = fileURLToPath(new URL('../..', import.meta.url))

/** The one version of Node that is fetched and packaged, and the packages of the registry that contain it, by system. */
export const pinnedNode = JSON.parse(
  readFileSync(fileURLToPath(new URL('node-packages.json', import.meta.url)), 'utf8'),
)

/** Why Node could not be fetched, as a sentence for users. */
export class NodeFault extends Error {}

/** Only since 24.2 does HTTP/2 accept header lists in their order. */
export function isNewEnough(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number)
  return major > 24 || (major === 24 && minor >= 2)
}

/** Whether the Node that runs this was fetched, though in another version than the one asked for now. */
export function isOutdated(root = repository) {
  const isFetched = process.execPath.startsWith(join(root, 'node_modules', '.node') + sep)
  return isFetched && process.versions.node !== pinnedNode.version
}

/** Returns the path of the Node that was fetched; null if there is none in the version asked for. */
export function fetchedNode(root = repository) {
  const own = pinnedNode.packages[`${process.platform}-${process.arch}`]
  if (own === undefined) return null
  const folder = join(root, 'node_modules', '.node')
  return versionIn(folder) === pinnedNode.version && existsSync(join(folder, own.program))
    ? join(folder, own.program)
    : null
}

/**
 * Fetches Node with npm, so that the registry and proxy of the user hold, and puts it where npm looks for programs first. It is
 * there whole or not at all.
 * @returns the path of its program
 * @throws NodeFault
 */
export function fetchNode(root = repository) {
  const system = `${process.platform}-${process.arch}`
  const own = pinnedNode.packages[system]
  if (own === undefined) throw new NodeFault(`There is no Node to fetch for ${system}.`)
  const modules = join(root, 'node_modules')
  mkdirSync(modules, { recursive: true })
  const work = mkdtempSync(join(modules, '.node-'))
  try {
    const draft = join(work, 'node')
    for (const [path, content] of filesOf(archiveOf(own, root, work), own.program))
      writeProgramFile(join(draft, path), content)
    if (fetchedNode(root) === null) replaceFolder(draft, join(modules, '.node'), join(work, 'old'))
    link(modules, own.program)
  } finally {
    rmSync(work, { recursive: true, force: true, maxRetries: 3 })
  }
  return join(modules, '.node', own.program)
}

/**
 * Installs the optional packages that npm leaves out under an older Node, as they ask for a newer one: parts of the build, and
 * the window. Their versions are those of the lockfile.
 * @throws NodeFault
 */
export function completeInstall(root = repository) {
  const node = fetchedNode(root)
  const options = ['--no-save', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']
  if (node === null || runNpm(node, ['install', ...options], root) !== 0)
    throw new NodeFault(
      `npm could not complete the install with Node ${pinnedNode.version}. Run npm install again.`,
    )
}

/** Runs npm with a Node, for packages of this repository or of its own, and returns its exit code. */
function runNpm(node, args, root) {
  const npm = process.env.npm_execpath
  const [program, first] = npm === undefined ? ['npm', []] : [node, [npm]]
  const environment = Object.entries(process.env).filter(([key]) => !notForNpm.test(key))
  // Without its path, npm is started by the Node that is first on the path.
  const path = [dirname(node), process.env.PATH].join(delimiter)
  return spawnSync(program, [...first, ...args], {
    cwd: root,
    env: { ...Object.fromEntries(environment), PATH: path },
    stdio: ['ignore', 'ignore', 'inherit'],
    // The npm of Windows is a script for its shell, which gets no text from outside here.
    shell: npm === undefined && process.platform === 'win32',
  }).status
}

/** Settings of the npm that runs this, which are about its own packages. */
const notForNpm = /^npm_config_(?:workspaces?|include_workspace_root|dry_run|json|global|location|prefix)$/i

/** Returns the archive of a package, whose bytes have the pinned hash. */
function archiveOf({ name, integrity }, root, work) {
  const specifier = `${name}@${pinnedNode.version}`
  const options = ['--prefer-offline', '--ignore-scripts', '--silent', '--pack-destination', work]
  const status = runNpm(process.execPath, ['pack', specifier, ...options], root)
  const [file] = readdirSync(work).filter(one => one.endsWith('.tgz'))
  if (status !== 0 || file === undefined)
    throw new NodeFault(
      `npm could not bring ${specifier}. Check the network and where npm gets its packages, and run this again.`,
    )
  const archive = readFileSync(join(work, file))
  if (`sha512-${createHash('sha512').update(archive).digest('base64')}` !== integrity)
    throw new NodeFault(
      `The archive of ${name} ${pinnedNode.version} differs from the one in scripts/install/node-packages.json. ` +
        'Check where npm gets its packages, and run this again.',
    )
  return archive
}

/** Returns the needed files of an archive with their paths: the program, its licence and its version. */
function filesOf(archive, program) {
  const needed = [program, 'LICENSE', 'package.json']
  const tar = gunzipSync(archive)
  const found = []
  // POSIX ustar: a header of 512 bytes, then the content, filled up to a multiple of 512.
  for (let at = 0; at + 512 <= tar.length; ) {
    const text = (offset, length) => tar.toString('latin1', at + offset, at + offset + length).split('\0')[0]
    const path = text(0, 100).replace(/^package\//, '')
    const size = Number.parseInt(text(124, 12), 8) || 0
    if (needed.includes(path)) found.push([path, tar.subarray(at + 512, at + 512 + size)])
    at += 512 + Math.ceil(size / 512) * 512
  }
  if (!found.some(([path]) => path === program))
    throw new NodeFault(`The archive of Node ${pinnedNode.version} does not contain ${program}.`)
  return found
}

function writeProgramFile(path, content) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content, { mode: /node(?:\.exe)?$/.test(path) ? 0o755 : 0o644 })
}

/** Another one may do the same at the same time, with the same files: what it has put there stays, as it may run already. */
function replaceFolder(draft, place, old) {
  if (existsSync(place)) renameSync(place, old)
  try {
    renameSync(draft, place)
  } catch (error) {
    if (versionIn(place) !== pinnedNode.version) throw error
  }
}

/** Puts the program into the folder that npm looks into first. */
function link(modules, program) {
  const windows = process.platform === 'win32'
  const place = join(modules, '.bin', windows ? 'node.exe' : 'node')
  mkdirSync(dirname(place), { recursive: true })
  const draft = `${place}.${process.pid}`
  // Links need more rights on Windows.
  if (windows) copyFileSync(join(modules, '.node', program), draft)
  else symlinkSync(`../.node/${program}`, draft)
  renameSync(draft, place)
}

function versionIn(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version
  } catch {
    return null
  }
}
