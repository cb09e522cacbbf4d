import { isAbsolute, join } from 'node:path'
import { homeFolder, nodeFiles } from '@parley/files'

/** Returns the user's folder for downloads (xdg-user-dirs; elsewhere it has a fixed name). */
export async function downloadsFolder(environment: NodeJS.ProcessEnv = process.env): Promise<string> {
  const home = environment.HOME || homeFolder()
  const usual = join(home, 'Downloads')
  if (process.platform !== 'linux') return usual
  const config = join(environment.XDG_CONFIG_HOME || join(home, '.config'), 'user-dirs.dirs')
  const text = await nodeFiles.read(config).then(
    bytes => new TextDecoder().decode(bytes),
    () => '',
  )
  const named = /^XDG_DOWNLOAD_DIR="(.+)"$/m.exec(text)?.[1]?.replace(/^\$HOME(?=\/|$)/, home)
  return named !== undefined && isAbsolute(named) ? named : usual
}
