import type { RecoveryReport, TableState } from './recovery-report.ts'

/** The names of the tables' content for users. */
const things: Readonly<Record<string, string>> = {
  drafts: 'unsaved tabs',
  draft_edits: 'unsaved tabs',
  sessions: 'open tabs',
  history: 'history',
  runs: 'collection runs',
  run_pieces: 'collection runs',
  run_bodies: 'collection runs',
  workspaces: 'links between files and their history and secrets',
  identities: 'links between files and their history and secrets',
  intents: 'links between files and their history and secrets',
}

/** From the best to the worst. */
const states: readonly TableState[] = ['whole', 'partial', 'copied', 'lost']

/** The description of a database repair. */
export interface DescribedRecovery {
  readonly sentence: string
  /** The result for each kind of content, one line per outcome. */
  readonly lines: readonly string[]
  readonly nextStep: string
}

/** Describes a repair: the kept and lost content, and the path of the damaged file. */
export function describeRecovery({ tables, copiedAt, setAsidePath }: RecoveryReport): DescribedRecovery {
  const worst = new Map<string, TableState>()
  for (const [table, state] of Object.entries(tables)) {
    const thing = things[table] ?? table
    const before = worst.get(thing) ?? 'whole'
    worst.set(thing, states.indexOf(state) > states.indexOf(before) ? state : before)
  }
  const isWhole = [...worst.values()].every(state => state === 'whole')
  const copyTime =
    copiedAt === null ? '' : ` of ${new Date(copiedAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const labels: Readonly<Record<TableState, string>> = {
    whole: 'Complete',
    partial: copiedAt === null ? 'In part' : `In part, with the copy${copyTime}`,
    copied: `From the copy${copyTime}`,
    lost: 'Lost',
  }
  const lines = states.flatMap(state => {
    const of = [...worst].filter(([, one]) => one === state).map(([thing]) => thing)
    return of.length === 0 ? [] : [`${labels[state]}: ${of.join(', ')}`]
  })
  return {
    sentence: `Parley’s database was ${setAsidePath === null ? 'missing' : 'damaged'} and was repaired.${isWhole ? ' Nothing was lost.' : ''}`,
    lines: isWhole ? [] : lines,
    nextStep:
      setAsidePath === null
        ? 'Check what you worked on last.'
        : `The damaged file is kept as ${setAsidePath}. You can delete it if nothing is missing.`,
  }
}
