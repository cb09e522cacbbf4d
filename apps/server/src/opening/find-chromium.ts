// biome-ignore lint/style/noRestrictedImports: checks whether a file is executable, before anything else loads.
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const namesOnPath = [
  'google-chrome-stable',
  'google-chrome',
  'chromium',
  'chromium-browser',
  'microsoft-edge',
]

const usualPlaces: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
}

/** Returns the path of a Chromium-based browser on this machine, or null. */
export function findChromium(environment: NodeJS.ProcessEnv = process.env): string | null {
  const folders = (environment.PATH ?? '').split(delimiter).filter(folder => folder !== '')
  const onPath = namesOnPath.flatMap(name => folders.map(folder => join(folder, name)))
  const candidates = [...(usualPlaces[process.platform] ?? []), ...onPath]
  return candidates.find(isProgram) ?? null
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
