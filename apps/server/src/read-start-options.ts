import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { StartError } from './start-error.ts'

export interface StartOptions {
  /** 0: any free port. */
  readonly port: number
  readonly pageFolder: string
  readonly opensPage: boolean
  readonly startsDemo: boolean
  /** Whether the program that started this one has the windows, and learns of the start over a pipe. */
  readonly isForDesktop: boolean
  /** Null: the workspace in the app data. */
  readonly workspaceFolder: string | null
  /** The options that were given and that only a new start can follow. */
  readonly forNewStart: readonly string[]
}

/** Parses the arguments. @throws StartError if an argument is invalid */
export function readStartOptions(args: readonly string[]): StartOptions {
  const values = parse(args)
  if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535)
    throw new StartError('--port takes a number from 0 to 65535.')
  return {
    port: Number(values.port),
    pageFolder: values.page ?? fileURLToPath(new URL('../../web/dist', import.meta.url)),
    opensPage: !values['no-open'],
    startsDemo: !values['no-demo'],
    isForDesktop: values.desktop,
    workspaceFolder: values.workspace ?? null,
    forNewStart: [...(values.port === '0' ? [] : ['--port']), ...(values['no-demo'] ? ['--no-demo'] : [])],
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: 'string', default: '0' },
        page: { type: 'string' },
        workspace: { type: 'string' },
        'no-open': { type: 'boolean', default: false },
        'no-demo': { type: 'boolean', default: false },
        desktop: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const [sentence] = error.message.split('. ')
    throw new StartError(
      `${sentence}. It takes --port NUMBER, --workspace FOLDER, --page FOLDER, --no-open and --no-demo.`,
    )
  }
}
