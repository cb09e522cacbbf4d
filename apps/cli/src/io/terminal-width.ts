import type { Environment, OutputStream } from './streams.ts'

/** Returns the columns of an output: those that `COLUMNS` says, else those of the terminal, else 80. */
export function terminalWidth(
  { columns }: Pick<OutputStream, 'columns'>,
  { COLUMNS = '' }: Environment,
): number {
  const said = /^\d{1,4}$/.test(COLUMNS) ? Number(COLUMNS) : 0
  return said || columns || 80
}
