import pico from 'picocolors'
import type { Environment, OutputStream } from './streams.ts'

/** Functions that colour a text for a terminal, or leave it as it is. */
export type Colors = ReturnType<typeof pico.createColors>

/**
 * Returns the colours of an output. `NO_COLOR` takes them away and `FORCE_COLOR` gives them (no-color.org,
 * force-color.org); else `CLICOLOR_FORCE` and `CLICOLOR` decide (bixense.com/clicolors), and what has no terminal has none.
 */
export function terminalColors({ isTTY }: OutputStream, env: Environment): Colors {
  return pico.createColors(isColored(isTTY === true, env))
}

function isColored(isTerminal: boolean, env: Environment): boolean {
  const { NO_COLOR = '', FORCE_COLOR = '', CLICOLOR_FORCE = '0', CLICOLOR = '1', TERM } = env
  if (NO_COLOR !== '') return false
  if (FORCE_COLOR !== '') return !['0', 'false'].includes(FORCE_COLOR)
  if (!['', '0'].includes(CLICOLOR_FORCE)) return true
  return isTerminal && CLICOLOR !== '0' && TERM !== 'dumb'
}
