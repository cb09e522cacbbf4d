import { callHost } from '../host.ts'
import { messageOf } from './describe-error.ts'

/** Longer than a useful line; the host limits the total. */
const maxCharacters = 10_000

const levels = ['log', 'info', 'warn', 'error', 'debug'] as const

/** Installs `console`, whose output is shown only in the console drawer (behaviour, Console). */
export function installConsole(): void {
  const writer =
    (level: string) =>
    (...values: readonly unknown[]) => {
      callHost('console', level, values.map(shown).join(' ').slice(0, maxCharacters))
    }
  const nothing = () => {}
  const silent = [
    'assert',
    'clear',
    'count',
    'dir',
    'group',
    'groupCollapsed',
    'groupEnd',
    'table',
    'time',
    'timeEnd',
    'trace',
  ]
  Object.assign(globalThis, {
    console: Object.fromEntries([
      ...silent.map(name => [name, nothing]),
      ...levels.map(level => [level, writer(level)]),
    ]),
  })
}

function shown(value: unknown): string {
  if (typeof value === 'string') return value
  if (value instanceof Error) return messageOf(value)
  try {
    return (typeof value === 'object' ? JSON.stringify(value) : undefined) ?? String(value)
  } catch {
    return '[object]'
  }
}
